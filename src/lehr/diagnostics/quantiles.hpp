#pragma once

#include <span>

namespace lehr {

/// R's type 7: between the sorted values x_1 <= ... <= x_n, linear at the position 1 + (n - 1) p, for p in [0, 1].
/// (Hyndman and Fan, Sample quantiles in statistical packages, 1996.) NaN for no value and where a value is NaN.
double quantile(std::span<const double> values, double probability);

}  // namespace lehr

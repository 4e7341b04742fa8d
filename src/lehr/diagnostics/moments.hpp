#pragma once

#include <span>

namespace lehr {

/// Two passes: right to a few ulps, and exact where all values are equal. NaN for no value.
double sample_mean(std::span<const double> values);

/// The sum of squared differences from the mean over n - 1. NaN below two values, exactly 0 where all are equal.
double sample_variance(std::span<const double> values);

}  // namespace lehr

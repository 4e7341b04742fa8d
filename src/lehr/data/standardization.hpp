#pragma once

#include <optional>
#include <span>

namespace lehr {

/// z = (x - mean) / scale.
struct Standardization {
  double mean = 0;
  double scale = 1;

  /// Does not overflow on the way; the result may be infinite where x is beyond 1e308 scales from the mean.
  double operator()(double x) const;
};

bool is_constant(std::span<const double> values);

/// Mean and standard deviation (n - 1). Empty where there is nothing to scale: the values are equal, or differ by less
/// than 1e-14 of their size, or their standard deviation is below the smallest normal double. Standardising would blow
/// rounding noise up to unit variance. The scale is infinite if the standard deviation is beyond the largest double.
std::optional<Standardization> learn_standardization(std::span<const double> values);

}  // namespace lehr

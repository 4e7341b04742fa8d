#include "lehr/math/log_sum_exp.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lehr {

// The largest term is taken out, so that the sum lies in [1, n]: log sum exp(x) = m + log sum exp(x - m).
double log_sum_exp(std::span<const double> x) {
  double largest = -std::numeric_limits<double>::infinity();
  for (double value : x) {
    if (std::isnan(value)) return value;
    largest = std::max(largest, value);
  }
  if (std::isinf(largest)) return largest;  // infinity - infinity below would be a NaN
  double sum = 0;
  for (double value : x) sum += std::exp(value - largest);
  return largest + std::log(sum);
}

double log_mean_exp(std::span<const double> x) {
  return x.empty() ? log_sum_exp(x) : log_sum_exp(x) - std::log(static_cast<double>(x.size()));
}

}  // namespace lehr

#include <lehr/diagnostics/quantiles.hpp>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

namespace lehr {

double quantile(std::span<const double> values, double probability) {
  assert(probability >= 0 && probability <= 1);
  const auto is_nan = [](double value) { return std::isnan(value); };
  if (values.empty() || std::any_of(values.begin(), values.end(), is_nan)) {
    return std::numeric_limits<double>::quiet_NaN();
  }
  // Counted from 1 as R does: the same rounding decides whether a position is a whole number.
  double whole = 0;
  const double fraction = std::modf(1 + static_cast<double>(values.size() - 1) * probability, &whole);
  std::vector<double> partly_sorted(values.begin(), values.end());
  const auto below = partly_sorted.begin() + static_cast<std::ptrdiff_t>(whole) - 1;
  std::nth_element(partly_sorted.begin(), below, partly_sorted.end());
  if (fraction == 0) return *below;
  const double above = *std::min_element(below + 1, partly_sorted.end());
  // Equal neighbours give their own value, not one that is an ulp away: others are compared with it.
  return *below == above ? above : (1 - fraction) * *below + fraction * above;
}

}  // namespace lehr

#pragma once

#include <string>
#include <vector>

namespace lehr::report {

/// Maps values to places on the page.
struct Axis {
  double low = 0;  // the values at the two ends
  double high = 1;
  double from = 0;  // their places
  double to = 1;
  bool logarithmic = false;

  double place(double value) const;

  /// Some round values between the ends: at most about `count`.
  std::vector<double> ticks(int count) const;
};

/// Ticks as short as they can be told apart.
std::vector<std::string> tick_labels(const std::vector<double>& ticks);

}  // namespace lehr::report

#pragma once

#include <span>
#include <utility>
#include <vector>

namespace lehr::report {

/// The density of positive draws, estimated on the log scale, where it has no edge, by a normal kernel of Scott's
/// width; zero where there is none. O(draws + points^2).
class Density {
 public:
  explicit Density(std::span<const double> draws);

  /// Per unit of x, and per unit of log x.
  double operator()(double x) const;
  double of_log(double log_x) const;
  double lowest_log() const { return low_; }
  double highest_log() const { return high_; }

 private:
  double low_ = 0;  // of log x
  double high_ = 1;
  std::vector<double> values_;  // on an even grid from low to high
};

}  // namespace lehr::report

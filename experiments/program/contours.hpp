#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include <lehr/report/axis.hpp>

namespace lehr::reproduce {

/// A function of two variables on an even grid over a square.
class Surface {
 public:
  Surface(double low, double high, std::size_t points, const std::function<double(double x, double y)>& value);

  double highest() const;

  /// The curves on which the function has the value `level`, as commands of an SVG path.
  std::string contour(double level, const report::Axis& x, const report::Axis& y) const;

 private:
  double at(std::size_t column, std::size_t row) const { return values_[row * points_ + column]; }
  double coordinate(std::size_t index) const;

  double low_;
  double high_;
  std::size_t points_;
  std::vector<double> values_;
};

}  // namespace lehr::reproduce

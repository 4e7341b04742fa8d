#pragma once

#include <string>
#include <vector>

#include <lehr/report/axis.hpp>
#include <lehr/report/svg.hpp>

namespace lehr::reproduce {

/// Five numbers of a sample, as box plots show it, and what lies beyond them.
struct Box {
  double lower_whisker = 0;  // the most extreme values within 1.5 times the box from it
  double lower_quartile = 0;
  double median = 0;
  double upper_quartile = 0;
  double upper_whisker = 0;
  std::vector<double> outliers;

  /// At least one value.
  static Box of(const std::vector<double>& values);
};

/// Draws a box around x; `classes` gives its colour.
void draw_box(report::Svg& svg, const std::string& classes, const Box& box, double x, double width,
              const report::Axis& y);

}  // namespace lehr::reproduce

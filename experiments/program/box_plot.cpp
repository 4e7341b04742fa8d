#include <experiments/program/box_plot.hpp>

#include <algorithm>

#include <lehr/diagnostics/quantiles.hpp>

namespace lehr::reproduce {

Box Box::of(const std::vector<double>& values) {
  Box box;
  box.lower_quartile = quantile(values, 0.25);
  box.median = quantile(values, 0.5);
  box.upper_quartile = quantile(values, 0.75);
  const double reach = 1.5 * (box.upper_quartile - box.lower_quartile);
  box.lower_whisker = box.lower_quartile;
  box.upper_whisker = box.upper_quartile;
  for (const double value : values) {
    if (value < box.lower_quartile - reach || value > box.upper_quartile + reach) {
      box.outliers.push_back(value);
      continue;
    }
    box.lower_whisker = std::min(box.lower_whisker, value);
    box.upper_whisker = std::max(box.upper_whisker, value);
  }
  return box;
}

void draw_box(report::Svg& svg, const std::string& classes, const Box& box, double x, double width,
              const report::Axis& y) {
  const double top = y.place(box.upper_quartile);
  const double bottom = y.place(box.lower_quartile);
  svg.line("whisker " + classes, x, y.place(box.upper_whisker), x, top);
  svg.line("whisker " + classes, x, bottom, x, y.place(box.lower_whisker));
  svg.rect("box " + classes, x - width / 2, top, width, bottom - top);
  svg.line("median", x - width / 2, y.place(box.median), x + width / 2, y.place(box.median));
  for (const double value : box.outliers) svg.circle("outlier " + classes, x, y.place(value), 1.4);
}

}  // namespace lehr::reproduce

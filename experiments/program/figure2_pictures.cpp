#include <algorithm>
#include <cmath>

#include <experiments/program/box_plot.hpp>
#include <experiments/program/figure2_results.hpp>
#include <experiments/program/files.hpp>
#include <lehr/diagnostics/quantiles.hpp>

namespace lehr::reproduce {
namespace {

constexpr double kWidth = 820;
constexpr double kHeight = 420;
constexpr double kLeft = 60;
constexpr double kRight = 20;
constexpr double kTop = 56;
constexpr double kBottom = 60;
constexpr double kLeastR = 1e-3;  // what is below is drawn there

constexpr std::string_view kNoiseStyle =
    ".is-laplace { stroke: #d0342c; fill: #f4c7c4 }\n"
    ".ais-prior { stroke: #777777; fill: #dddddd }\n"
    ".ais-laplace { stroke: #1f4fa8; fill: #bccbea }\n"
    ".is-ep { stroke: #c27a00; fill: #f6ddb3 }\n"
    ".ais-ep { stroke: #6b3fa0; fill: #d9c9ea }\n"
    ".ghk { stroke: #1d7d3c; fill: #bfe3ca }\n"
    ".median { stroke: #111; stroke-width: 1.6; fill: none }\n";

double shown(double r) { return std::max(r, kLeastR); }

Box shown(Box box) {
  for (double* r : {&box.lower_whisker, &box.lower_quartile, &box.median, &box.upper_quartile, &box.upper_whisker}) {
    *r = shown(*r);
  }
  for (double& r : box.outliers) r = shown(r);
  return box;
}

/// From below the smallest to above the largest r, on whole powers of ten.
report::Axis r_axis(const std::vector<NoiseCell>& cells) {
  double low = 1;
  double high = 1;
  for (const NoiseCell& cell : cells) {
    for (const double r : cell.r) {
      low = std::min(low, shown(r));
      high = std::max(high, r);
    }
  }
  return {.low = std::pow(10, std::floor(std::log10(low))),
          .high = std::pow(10, std::ceil(std::log10(high))),
          .from = kHeight - kBottom,
          .to = kTop,
          .logarithmic = true};
}

void draw_legend(report::Svg& svg, const std::vector<NoiseMethod>& methods) {
  double x = kLeft;
  for (const NoiseMethod& method : methods) {
    svg.rect(method.name, x, kTop - 26, 12, 10);
    svg.text("", x + 17, kTop - 17, method.label);
    x += 30 + 6.0 * static_cast<double>(method.label.size());
  }
}

std::vector<NoiseMethod> methods_of(bool all) {
  std::vector<NoiseMethod> methods;
  std::copy_if(kNoiseMethods.begin(), kNoiseMethods.end(), std::back_inserter(methods),
               [all](const NoiseMethod& method) { return all || method.in_paper; });
  return methods;
}

void draw_y_axis(report::Svg& svg, const report::Axis& y) {
  const std::vector<double> ticks = y.ticks(8);
  const std::vector<std::string> labels = report::tick_labels(ticks);
  for (std::size_t i = 0; i < ticks.size(); ++i) {
    svg.line("grid", kLeft, y.place(ticks[i]), kWidth - kRight, y.place(ticks[i]));
    svg.text("tick end", kLeft - 5, y.place(ticks[i]) + 4, labels[i]);
  }
  svg.text("middle", 14, (kTop + kHeight - kBottom) / 2, "r, the sd of log10 of an estimate",
           " transform=\"rotate(-90 14 " + report::coordinate((kTop + kHeight - kBottom) / 2) + ")\"");
  svg.line("axis", kLeft, kHeight - kBottom, kWidth - kRight, kHeight - kBottom);
}

report::Svg box_plots(const std::vector<NoiseCell>& cells, const std::vector<std::size_t>& rows, bool all,
                      const std::string& source) {
  report::Svg svg(kWidth, kHeight, "The noise of evidence estimates by number of rows and method");
  svg.text("heading", kLeft, 18, "Noise of an estimate of the evidence, over posterior draws of theta");
  const std::vector<NoiseMethod> methods = methods_of(all);
  draw_legend(svg, methods);
  const report::Axis y = r_axis(cells);
  draw_y_axis(svg, y);
  const double group = (kWidth - kLeft - kRight) / static_cast<double>(rows.size());
  const double slot = group / (static_cast<double>(methods.size()) + 1);
  for (const NoiseCell& cell : cells) {
    const auto method = std::find_if(methods.begin(), methods.end(),
                                     [&](const NoiseMethod& other) { return other.name == cell.method.name; });
    if (method == methods.end() || cell.r.empty()) continue;
    const auto place = std::find(rows.begin(), rows.end(), cell.rows) - rows.begin();
    const double x =
        kLeft + group * static_cast<double>(place) + slot * static_cast<double>(method - methods.begin() + 1);
    draw_box(svg, std::string(cell.method.name), shown(Box::of(cell.r)), x, 0.7 * slot, y);
  }
  for (std::size_t i = 0; i < rows.size(); ++i) {
    svg.text("middle", kLeft + group * (static_cast<double>(i) + 0.5), kHeight - kBottom + 18,
             "n = " + std::to_string(rows[i]));
  }
  svg.text("tick", kLeft, kHeight - 26, "what is below " + report::tick_labels({kLeastR})[0] + " is drawn there");
  svg.text("tick end", kWidth - kRight, kHeight - 12, source);
  return svg;
}

/// A panel for each number of rows, with a point for each method.
report::Svg noise_against_cost(const std::vector<NoiseCell>& cells, const std::vector<std::size_t>& rows,
                               const std::string& source) {
  report::Svg svg(kWidth, kHeight, "The noise of evidence estimates against their cost");
  svg.text("heading", kLeft, 18, "Noise of an estimate against its cost (medians over posterior draws of theta)");
  draw_legend(svg, methods_of(true));
  const report::Axis y = r_axis(cells);
  draw_y_axis(svg, y);
  double low = 1e9;
  double high = 0;
  for (const NoiseCell& cell : cells) {
    if (cell.cost.empty()) continue;
    low = std::min(low, quantile(cell.cost, 0.5));
    high = std::max(high, quantile(cell.cost, 0.5));
  }
  const double group = (kWidth - kLeft - kRight) / static_cast<double>(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const double left = kLeft + group * static_cast<double>(i);
    const report::Axis x{low / 1.3, high * 1.3, left, left + group, true};
    const std::vector<double> ticks = x.ticks(4);
    const std::vector<std::string> labels = report::tick_labels(ticks);
    for (std::size_t k = 0; k < ticks.size(); ++k) {
      svg.line("grid", x.place(ticks[k]), kTop, x.place(ticks[k]), kHeight - kBottom);
      svg.text("tick middle", x.place(ticks[k]), kHeight - kBottom + 14, labels[k]);
    }
    svg.line("axis", left, kTop, left, kHeight - kBottom);
    svg.text("middle", left + group / 2, kTop + 14, "n = " + std::to_string(rows[i]));
    for (const NoiseCell& cell : cells) {
      if (cell.rows != rows[i] || cell.r.empty()) continue;
      svg.circle(cell.method.name, x.place(quantile(cell.cost, 0.5)), y.place(shown(quantile(cell.r, 0.5))), 4);
    }
  }
  svg.text("middle", (kLeft + kWidth - kRight) / 2, kHeight - kBottom + 32,
           "cost of one estimate, in factorisations of the same size");
  svg.text("tick end", kWidth - kRight, kHeight - 6, source);
  return svg;
}

}  // namespace

void draw_noise(const Request& request, const std::vector<NoiseCell>& cells, const std::string& source,
                Report& report) {
  const std::vector<std::size_t> rows = NoisePlan::of(request).rows;
  write_picture(request, "figure2", box_plots(cells, rows, false, source), kNoiseStyle, report);
  write_picture(request, "figure2-all", box_plots(cells, rows, true, source), kNoiseStyle, report);
  write_picture(request, "figure2-cost", noise_against_cost(cells, rows, source), kNoiseStyle, report);
}

}  // namespace lehr::reproduce

#include <algorithm>
#include <array>
#include <cmath>

#include <lehr/report/html.hpp>
#include <lehr/report/sections.hpp>
#include <lehr/report/svg.hpp>

namespace lehr::report {
namespace {

constexpr std::size_t kGrid = 45;        // points along each feature
constexpr std::size_t kMostRows = 1500;  // of the table that are shown
constexpr int kLevels = 20;              // of colour
constexpr double kMargin = 0.08;         // around the data, of their range
constexpr double kWidth = 460;
constexpr double kHeight = 440;

/// Even points around the range of a feature, as the model sees it.
std::vector<double> grid_along(std::span<const double> values) {
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  const double margin = kMargin * (*most - *least);
  std::vector<double> points;
  for (std::size_t i = 0; i < kGrid; ++i) {
    points.push_back(*least - margin + (*most - *least + 2 * margin) * static_cast<double>(i) / (kGrid - 1));
  }
  return points;
}

struct Surface {
  std::array<std::vector<double>, 2> grid;  // in the units of the table
  Predictions predictions;                  // [second * kGrid + first]
};

Surface compute_surface(const ReportContents& contents) {
  const Dataset& data = contents.info.data;
  const std::array<std::vector<double>, 2> grid = {grid_along(data.feature(0)), grid_along(data.feature(1))};
  Dataset rows;
  rows.rows = kGrid * kGrid;
  rows.features = 2;
  rows.feature_names = data.feature_names;
  for (std::size_t i = 0; i < rows.rows; ++i) rows.inputs.push_back(grid[0][i % kGrid]);
  for (std::size_t i = 0; i < rows.rows; ++i) rows.inputs.push_back(grid[1][i / kGrid]);
  Surface surface{grid, contents.predict(rows)};
  for (std::size_t k = 0; k < 2; ++k) {
    const FeatureEncoding& encoding = contents.info.encoding.features[k];
    for (double& value : surface.grid[k]) value = encoding.mean + encoding.scale * value;
  }
  return surface;
}

/// One path for each level of colour, of all cells that have it.
void draw_cells(Svg& svg, const Surface& surface, const Axis& x, const Axis& y, const std::string& classes,
                const std::vector<double>& strength) {
  std::vector<std::string> paths(kLevels + 1);
  const double width = (x.to - x.from) / (kGrid - 1);
  const double height = (y.from - y.to) / (kGrid - 1);
  for (std::size_t i = 0; i < strength.size(); ++i) {
    const auto level = static_cast<std::size_t>(std::lround(std::clamp(strength[i], 0.0, 1.0) * kLevels));
    const double left = std::max(x.place(surface.grid[0][i % kGrid]) - width / 2, x.from);
    const double right = std::min(x.place(surface.grid[0][i % kGrid]) + width / 2, x.to);
    const double top = std::max(y.place(surface.grid[1][i / kGrid]) - height / 2, y.to);
    const double bottom = std::min(y.place(surface.grid[1][i / kGrid]) + height / 2, y.from);
    paths[level] += "M" + coordinate(left) + " " + coordinate(top) + "H" + coordinate(right) + "V" +
                    coordinate(bottom) + "H" + coordinate(left) + "z";
  }
  for (std::size_t level = 1; level < paths.size(); ++level) {
    const double opacity = 0.85 * static_cast<double>(level) / kLevels;
    svg.path("cells " + classes, paths[level], " fill-opacity=\"" + fixed(opacity, 3) + "\"");
  }
}

/// Where the probability is one half: in each square of the grid, a line between the edges that it crosses.
std::string half_contour(const Surface& surface, const Axis& x, const Axis& y) {
  const std::vector<double>& p = surface.predictions.probability;
  std::string commands;
  for (std::size_t row = 0; row + 1 < kGrid; ++row) {
    for (std::size_t column = 0; column + 1 < kGrid; ++column) {
      const std::array<std::array<std::size_t, 2>, 4> corners = {
          {{column, row}, {column + 1, row}, {column + 1, row + 1}, {column, row + 1}}};
      std::vector<std::string> crossings;
      for (std::size_t k = 0; k < 4; ++k) {
        const auto& a = corners[k];
        const auto& b = corners[(k + 1) % 4];
        const double pa = p[a[1] * kGrid + a[0]] - 0.5;
        const double pb = p[b[1] * kGrid + b[0]] - 0.5;
        if ((pa < 0) == (pb < 0)) continue;
        const double share = pa / (pa - pb);
        const auto between = [&](const Axis& axis, std::size_t which) {
          const std::vector<double>& grid = surface.grid[which];
          return coordinate(axis.place(grid[a[which]] + share * (grid[b[which]] - grid[a[which]])));
        };
        crossings.push_back(between(x, 0) + " " + between(y, 1));
      }
      for (std::size_t k = 0; k + 1 < crossings.size(); k += 2) commands += "M" + crossings[k] + "L" + crossings[k + 1];
    }
  }
  return commands;
}

void draw_rows(Svg& svg, const RunInfo& info, const Axis& x, const Axis& y) {
  const std::size_t every = (info.data.rows + kMostRows - 1) / kMostRows;
  for (std::size_t row = 0; row < info.data.rows; row += every) {
    const auto value = [&](std::size_t k) {
      const FeatureEncoding& encoding = info.encoding.features[k];
      return encoding.mean + encoding.scale * info.data.feature(k)[row];
    };
    svg.circle(info.data.responses.value[row] > 0 ? "row positive" : "row negative", x.place(value(0)),
               y.place(value(1)), 3);
  }
}

std::string panel(const ReportContents& contents, const Surface& surface, bool uncertainty) {
  const RunInfo& info = contents.info;
  Svg svg(kWidth, kHeight,
          uncertainty ? "Width of the 90 % interval of the probability over both features"
                      : "Probability of the positive class over both features, with the rows");
  const Axis x{surface.grid[0].front(), surface.grid[0].back(), 56, kWidth - 8};
  const Axis y{surface.grid[1].front(), surface.grid[1].back(), kHeight - 42, 8};
  const Predictions& predictions = surface.predictions;
  std::vector<double> positive;
  std::vector<double> negative;
  for (std::size_t i = 0; i < predictions.probability.size(); ++i) {
    const double p = predictions.probability[i];
    positive.push_back(uncertainty ? predictions.upper[i] - predictions.lower[i] : 2 * p - 1);
    negative.push_back(uncertainty ? 0 : 1 - 2 * p);
  }
  draw_frame(svg, x, y, {shortened(info.data.feature_names[0], 50), shortened(info.data.feature_names[1], 50)});
  draw_cells(svg, surface, x, y, uncertainty ? "width" : "positive", positive);
  draw_cells(svg, surface, x, y, "negative", negative);
  svg.path("half", half_contour(surface, x, y));
  draw_rows(svg, info, x, y);
  return svg.finish();
}

}  // namespace

bool has_surface(const RunInfo& info) {
  return info.data.features == 2 && !info.encoding.features[0].category && !info.encoding.features[1].category;
}

std::string surface_section(const ReportContents& contents) {
  if (!contents.predict || !has_surface(contents.info)) return {};
  const Surface surface = compute_surface(contents);
  const Encoding& encoding = contents.info.encoding;
  std::string body = "<p>The first picture is the probability: from <span class=\"key negative\"></span>" +
                     escaped(encoding.negative) + " to <span class=\"key positive\"></span>" +
                     escaped(encoding.positive) +
                     ", with the line where it is one half. The second is how uncertain that probability itself is: "
                     "the stronger the colour, the wider its 90 % interval over the posterior. From " +
                     std::to_string(contents.states) + " draws; the points are rows of the table.</p>\n";
  body += "<div class=\"plots two\">\n<figure>" + panel(contents, surface, false) +
          "<figcaption>Probability</figcaption></figure>\n<figure>" + panel(contents, surface, true) +
          "<figcaption>Uncertainty of the probability</figcaption></figure>\n</div>\n";
  return section("surface", "The decision surface", body);
}

}  // namespace lehr::report

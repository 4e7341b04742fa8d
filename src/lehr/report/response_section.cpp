#include <algorithm>

#include <lehr/report/html.hpp>
#include <lehr/report/response.hpp>
#include <lehr/report/sections.hpp>
#include <lehr/report/svg.hpp>

namespace lehr::report {
namespace {

constexpr std::size_t kMostMarks = 800;  // rows on the edge of a plot
constexpr double kMarkRoom = 0.05;       // for them, above 1 and below 0

/// The column's values of the positive rows at the upper edge, of the others at the lower one.
void draw_marks(Svg& svg, const RunInfo& info, std::size_t feature, const Axis& x, const Axis& y) {
  const std::size_t every = (info.data.rows + kMostMarks - 1) / kMostMarks;
  const std::string length = coordinate(y.from - y.place(0));
  std::string positive;
  std::string negative;
  for (std::size_t row = 0; row < info.data.rows; row += every) {
    const FeatureEncoding& encoding = info.encoding.features[feature];
    const std::string at = coordinate(x.place(encoding.mean + encoding.scale * info.data.feature(feature)[row]));
    const bool above = info.data.responses.value[row] > 0;
    (above ? positive : negative) += "M" + at + " " + coordinate(above ? y.to : y.place(0)) + "v" + length;
  }
  svg.path("mark positive", positive);
  svg.path("mark negative", negative);
}

void draw_band(Svg& svg, const Response& response, const Predictions& predictions, const Axis& x, const Axis& y) {
  std::vector<std::pair<double, double>> curve;
  std::string upper;
  std::string lower;
  for (std::size_t i = 0; i < response.values.size(); ++i) {
    const std::size_t row = response.first_row + i;
    const std::string at = coordinate(x.place(response.values[i]));
    curve.emplace_back(x.place(response.values[i]), y.place(predictions.probability[row]));
    upper += (i == 0 ? "M" : "L") + at + " " + coordinate(y.place(predictions.upper[row]));
    lower = "L" + at + " " + coordinate(y.place(predictions.lower[row])) + lower;
  }
  svg.path("area", upper + lower + "z");
  svg.polyline("curve", curve);
}

void draw_points(Svg& svg, const Response& response, const Predictions& predictions, const Axis& x, const Axis& y) {
  for (std::size_t i = 0; i < response.values.size(); ++i) {
    const std::size_t row = response.first_row + i;
    const double at = x.place(response.values[i]);
    const std::string name = response.categories.empty() ? number(response.values[i]) : response.categories[i];
    svg.line("whisker", at, y.place(predictions.lower[row]), at, y.place(predictions.upper[row]));
    svg.circle("dot", at, y.place(predictions.probability[row]), 4.5,
               name + ": " + fixed(predictions.probability[row], 3) + ", 90 % from " +
                   fixed(predictions.lower[row], 3) + " to " + fixed(predictions.upper[row], 3));
    if (!response.categories.empty()) svg.text("tick middle", at, y.from + 13, shortened(response.categories[i], 12));
  }
}

std::string response_plot(const RunInfo& info, const Response& response, const Predictions& predictions) {
  Svg svg(300, 210, "Probability of the positive class against " + response.column + ", with a 90 % interval");
  const bool few = response.values.size() < 10;
  const double room = few ? 0.5 : 0;  // around single points
  const double span = response.values.back() - response.values.front();
  const double margin = room * (span > 0 ? span / static_cast<double>(response.values.size()) : 1);
  const Axis x{response.values.front() - margin, response.values.back() + margin, 36, 290};
  const Axis y{-kMarkRoom, 1 + kMarkRoom, 168, 10};
  if (response.categories.empty()) {
    draw_frame(svg, x, y, {shortened(response.column, 36), ""}, 4, 4);
    draw_marks(svg, info, response.feature, x, y);
  } else {
    draw_frame(svg, Axis{0, 1, x.from, x.to}, y, {shortened(response.column, 36), ""}, 0, 4);
  }
  if (few) {
    draw_points(svg, response, predictions, x, y);
  } else {
    draw_band(svg, response, predictions, x, y);
  }
  return "<figure>" + svg.finish() + "</figure>\n";
}

}  // namespace

std::string response_section(const ReportContents& contents) {
  if (!contents.predict || has_surface(contents.info)) return {};
  const ResponsePlan plan = plan_responses(contents.info);
  const Predictions predictions = contents.predict(plan.rows);
  std::string body =
      "<p>The probability of <code>" + escaped(contents.info.encoding.positive) +
      "</code> when one column changes and the others stay at a typical row (medians, commonest "
      "categories); the band is its 90 % interval over the posterior. Marks above and below are the rows "
      "of the two classes. " +
      std::to_string(contents.states) + " draws are used.</p>\n<div class=\"plots small\">\n";
  for (const Response& response : plan.responses) body += response_plot(contents.info, response, predictions);
  return section("responses", "How the probability answers to each feature", body + "</div>\n");
}

}  // namespace lehr::report

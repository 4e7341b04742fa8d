#include <algorithm>
#include <cmath>
#include <numeric>

#include <lehr/diagnostics/moments.hpp>
#include <lehr/diagnostics/quantiles.hpp>
#include <lehr/report/density.hpp>
#include <lehr/report/html.hpp>
#include <lehr/report/sections.hpp>
#include <lehr/report/svg.hpp>

namespace lehr::report {
namespace {

constexpr std::size_t kMostParameters = 6;
constexpr std::size_t kMostPoints = 400;  // of each panel
constexpr double kLeft = 46;
constexpr double kGap = 6;

/// The variance and the length-scales, the shortest first where there are too many.
std::vector<std::size_t> chosen_parameters(const Chains& chains) {
  std::vector<std::size_t> order(chains.parameters.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  if (order.size() <= kMostParameters) return order;
  std::vector<double> medians;
  for (const auto& draws : chains.parameters) medians.push_back(quantile(draws, 0.5));
  std::stable_sort(order.begin() + 1, order.end(),
                   [&](std::size_t a, std::size_t b) { return medians[a] < medians[b]; });
  order.resize(kMostParameters);
  std::sort(order.begin(), order.end());
  return order;
}

std::vector<double> logs(const std::vector<double>& values) {
  std::vector<double> result;
  for (const double value : values) result.push_back(std::log(value));
  return result;
}

double correlation(const std::vector<double>& a, const std::vector<double>& b) {
  const double mean_a = sample_mean(a);
  const double mean_b = sample_mean(b);
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += (a[i] - mean_a) * (b[i] - mean_b);
  const double scale = std::sqrt(sample_variance(a) * sample_variance(b)) * static_cast<double>(a.size() - 1);
  return scale > 0 ? sum / scale : 0;
}

/// A grid of panels: scatter below the diagonal, densities on it, correlations of the logarithms above.
class PairPlot {
 public:
  PairPlot(const ReportContents& contents, std::vector<std::size_t> parameters)
      : contents_(contents),
        parameters_(std::move(parameters)),
        panel_(std::min(200.0, 640.0 / static_cast<double>(parameters_.size()))),
        size_(kLeft + panel_ * static_cast<double>(parameters_.size())),
        svg_(size_ + 4, size_ - kLeft + 40, "Pairs of parameters, on logarithmic axes") {}

  std::string draw() {
    for (std::size_t row = 0; row < parameters_.size(); ++row) {
      for (std::size_t column = 0; column < parameters_.size(); ++column) draw_panel(row, column);
    }
    return svg_.finish();
  }

 private:
  const std::vector<double>& draws(std::size_t index) const { return contents_.chains.parameters[parameters_[index]]; }

  Axis axis(std::size_t index, double from, double to) const {
    return {quantile(draws(index), 0.002) / 1.02, quantile(draws(index), 0.998) * 1.02, from, to, true};
  }

  void draw_panel(std::size_t row, std::size_t column) {
    const double left = kLeft + panel_ * static_cast<double>(column);
    const double top = panel_ * static_cast<double>(row);
    const Axis x = axis(column, left + kGap, left + panel_ - kGap);
    const Axis y = axis(row, top + panel_ - kGap, top + kGap);
    if (row >= column) svg_.rect("panel", left + 2, top + 2, panel_ - 4, panel_ - 4);
    if (row == column) draw_density(column, x, y);
    if (row > column) draw_points(row, column, x, y);
    if (row < column) draw_correlation(row, column, left, top);
    if (row + 1 == parameters_.size()) draw_x_ticks(x, column);
    if (column == 0 && row > 0) draw_y_ticks(y);
  }

  void draw_density(std::size_t index, const Axis& x, const Axis& y) {
    const Density density(draws(index));
    constexpr int kSteps = 80;
    std::vector<std::pair<double, double>> curve;
    double highest = 0;
    for (int i = 0; i <= kSteps; ++i) {
      const double log_x = std::log(x.low) + (std::log(x.high) - std::log(x.low)) * i / kSteps;
      curve.emplace_back(x.place(std::exp(log_x)), density.of_log(log_x));
      highest = std::max(highest, curve.back().second);
    }
    for (auto& [at, value] : curve) value = y.from + 0.8 * (y.to - y.from) * value / highest;
    svg_.polyline("curve", curve);
    const auto letters = static_cast<std::size_t>(panel_ / 7);
    svg_.text("label start", x.from + 2, y.to + 10,
              shortened(contents_.info.parameter_names[parameters_[index]], letters));
  }

  void draw_points(std::size_t row, std::size_t column, const Axis& x, const Axis& y) {
    const std::size_t total = draws(row).size();
    const std::size_t every = std::max<std::size_t>(1, total / kMostPoints);
    std::string dots;
    for (std::size_t i = every / 2; i < total; i += every) {
      const double a = draws(column)[i];
      const double b = draws(row)[i];
      if (a < x.low || a > x.high || b < y.low || b > y.high) continue;
      dots += "M" + coordinate(x.place(a)) + " " + coordinate(y.place(b)) + "h0";
    }
    svg_.path("dots", dots);
  }

  void draw_correlation(std::size_t row, std::size_t column, double left, double top) {
    const std::string text = fixed(correlation(logs(draws(row)), logs(draws(column))), 2);
    svg_.text("correlation middle", left + panel_ / 2, top + panel_ / 2 + 5, text);
  }

  void draw_x_ticks(const Axis& x, std::size_t) {
    const std::vector<double> ticks = x.ticks(3);
    const std::vector<std::string> labels = tick_labels(ticks);
    for (std::size_t i = 0; i < ticks.size(); ++i) {
      svg_.text("tick middle", x.place(ticks[i]), size_ - kLeft + 14, labels[i]);
    }
  }

  void draw_y_ticks(const Axis& y) {
    const std::vector<double> ticks = y.ticks(3);
    const std::vector<std::string> labels = tick_labels(ticks);
    for (std::size_t i = 0; i < ticks.size(); ++i) svg_.text("tick end", kLeft - 4, y.place(ticks[i]) + 4, labels[i]);
  }

  const ReportContents& contents_;
  std::vector<std::size_t> parameters_;
  double panel_;
  double size_;
  Svg svg_;
};

}  // namespace

std::string pair_section(const ReportContents& contents) {
  if (contents.summary.draws < 2) return {};
  const std::vector<std::size_t> parameters = chosen_parameters(contents.chains);
  std::string body =
      "<p>Below the diagonal draws of two parameters against each other, above it the correlation of their "
      "logarithms.";
  if (parameters.size() < contents.chains.parameters.size()) {
    body += " Shown are the variance and the " + std::to_string(parameters.size() - 1) +
            " shortest of the length-scales, those that matter most.";
  }
  body += "</p>\n<figure class=\"scroll" + std::string(parameters.size() > 3 ? " many" : "") +
          "\" tabindex=\"0\" role=\"region\" aria-label=\"Pairs of parameters\">" +
          PairPlot(contents, parameters).draw() + "</figure>\n";
  return section("pairs", "Pairs of parameters", body);
}

}  // namespace lehr::report

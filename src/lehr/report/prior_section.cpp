#include <algorithm>
#include <cmath>
#include <utility>

#include <lehr/diagnostics/quantiles.hpp>
#include <lehr/model/model.hpp>
#include <lehr/report/density.hpp>
#include <lehr/report/html.hpp>
#include <lehr/report/sections.hpp>
#include <lehr/report/svg.hpp>

namespace lehr::report {
namespace {

constexpr std::size_t kCurvePoints = 200;

std::string prior_plot(const std::string& name, const std::vector<double>& draws, const Parameter& parameter) {
  const Density posterior(draws);
  const double end = std::max(1.15 * quantile(draws, 0.995), parameter.prior_reach());
  std::vector<double> xs;
  for (std::size_t i = 1; i <= kCurvePoints; ++i) {
    xs.push_back(end * static_cast<double>(i) / static_cast<double>(kCurvePoints));
  }
  double highest = 0;
  for (const double x : xs) highest = std::max(highest, posterior(x));
  double highest_prior = 0;
  for (const double x : xs) highest_prior = std::max(highest_prior, parameter.prior_density(x));
  highest = std::max(highest, std::min(highest_prior, 2 * highest)) * 1.06;

  Svg svg(300, 176, "Prior and posterior density of " + name);
  const Axis x{0, end, 14, 290};
  const Axis y{0, highest, 140, 6};
  draw_frame(svg, x, y, {}, 4, 0);
  std::vector<std::pair<double, double>> prior_curve;  // until it leaves the frame
  std::vector<std::pair<double, double>> curve;
  std::string area = "M" + coordinate(x.place(0)) + " 140";
  for (const double value : xs) {
    const double prior_density = parameter.prior_density(value);
    if (prior_density <= highest) {
      prior_curve.emplace_back(x.place(value), y.place(prior_density));
    } else {
      svg.polyline("prior", std::exchange(prior_curve, {}));
    }
    curve.emplace_back(x.place(value), y.place(posterior(value)));
    area += "L" + coordinate(curve.back().first) + " " + coordinate(curve.back().second);
  }
  svg.path("area", area + "L" + coordinate(x.place(end)) + " 140z");
  svg.polyline("curve", curve);
  svg.polyline("prior", prior_curve);
  svg.line("axis", x.place(0), 140, x.place(end), 140);
  svg.text("name middle", 152, 170, name);
  return "<figure>" + svg.finish() + "</figure>\n";
}

}  // namespace

std::string prior_section(const ReportContents& contents) {
  if (contents.summary.draws == 0) return {};
  const Model model(contents.info.model, contents.info.data.feature_names);
  std::string body =
      "<p>The <span class=\"key line\"></span> posterior beside the <span class=\"key dashed\"></span> "
      "prior: where they are alike, the data had little to say.</p>\n<div class=\"plots small\">\n";
  for (std::size_t p = 0; p < contents.chains.parameters.size(); ++p) {
    body += prior_plot(contents.info.parameter_names[p], contents.chains.parameters[p], model.space()[p]);
  }
  return section("prior", "Prior and posterior", body + "</div>\n");
}

}  // namespace lehr::report

#include <algorithm>
#include <numeric>

#include <lehr/diagnostics/quantiles.hpp>
#include <lehr/report/html.hpp>
#include <lehr/report/sections.hpp>
#include <lehr/report/svg.hpp>

namespace lehr::report {
namespace {

constexpr double kWidth = 460;  // can be read on a phone
constexpr double kRowHeight = 24;
constexpr std::size_t kMostLetters = 24;  // of a feature's name

struct Relevance {
  std::string feature;
  double lower;
  double median;
  double upper;
};

/// 1 / lengthscale of each feature, the most relevant first.
std::vector<Relevance> relevances(const ReportContents& contents) {
  std::vector<Relevance> all;
  for (std::size_t k = 0; k < contents.info.data.features; ++k) {
    std::vector<double> inverse;
    for (const double lengthscale : contents.chains.parameters[1 + k]) inverse.push_back(1 / lengthscale);
    all.push_back({contents.info.data.feature_names[k], quantile(inverse, 0.05), quantile(inverse, 0.5),
                   quantile(inverse, 0.95)});
  }
  std::sort(all.begin(), all.end(), [](const Relevance& a, const Relevance& b) { return a.median > b.median; });
  return all;
}

}  // namespace

std::string relevance_section(const ReportContents& contents) {
  if (!contents.info.model.ard || contents.summary.draws == 0) return {};
  const std::vector<Relevance> all = relevances(contents);
  double end = 0;
  for (const Relevance& relevance : all) end = std::max(end, relevance.upper);
  std::size_t letters = 0;
  for (const Relevance& relevance : all) letters = std::max(letters, std::min(relevance.feature.size(), kMostLetters));
  const double left = 14 + 7.2 * static_cast<double>(letters);
  const double bottom = 10 + kRowHeight * static_cast<double>(all.size());
  Svg svg(kWidth, bottom + 36, "Relevance of each feature: medians and 90 % intervals of 1 / length-scale, sorted");
  const Axis x{0, 1.03 * end, left, kWidth - 10};
  const Axis y{0, 1, bottom, 5};
  draw_frame(svg, x, y, {"1 / length-scale", ""}, 5, 0);
  double at = 10 + kRowHeight / 2;
  for (const Relevance& relevance : all) {
    svg.text("label end", left - 8, at + 4, shortened(relevance.feature, kMostLetters));
    svg.line("whisker wide", x.place(relevance.lower), at, x.place(relevance.upper), at);
    svg.circle("dot", x.place(relevance.median), at, 5,
               relevance.feature + ": " + number(relevance.median, 3) + ", 90 % from " + number(relevance.lower, 3) +
                   " to " + number(relevance.upper, 3));
    at += kRowHeight;
  }
  return section(
      "relevance", "Which features matter",
      "<p>The latent function changes fast along a feature with a short length-scale, and hardly at all along "
      "one with a long one. Points are medians, bars 90 % intervals.</p>\n<figure>" +
          svg.finish() + "</figure>\n");
}

}  // namespace lehr::report

#include <algorithm>

#include <lehr/report/html.hpp>
#include <lehr/report/sections.hpp>
#include <lehr/report/svg.hpp>

namespace lehr::report {
namespace {

constexpr double kWidth = 460;  // can be read on a phone
constexpr double kRowHeight = 24;
constexpr std::size_t kMostLetters = 24;  // of a feature's name

constexpr const char* kExplanation =
    "<p>How far predictions move with a feature, the others held: the mean over rows and draws of √(2 KL) between the "
    "predictive laws at a row and at the same row with the feature larger by half its standard deviation, per standard "
    "deviation. Points are means, bars 90 % intervals over the posterior. A length-scale says something else: how "
    "wiggly the function is along the feature; grey where the data say nothing of it.</p>\n";

std::string cell(const std::string& text, bool greyed) {
  return (greyed ? "<td class=\"greyed\">" : "<td>") + text + "</td>";
}

std::string row(const FeatureRelevance& feature) {
  const bool like_prior = !feature.lengthscale_learned;
  return "<tr><th scope=\"row\">" + escaped(feature.name) + "</th>" + cell(number(feature.relevance, 3), false) +
         cell(number(feature.lower, 3) + " to " + number(feature.upper, 3), false) +
         cell(number(feature.lengthscale, 3) + (like_prior ? ", as its prior" : ""), like_prior) +
         cell(number(feature.lengthscale_lower, 3) + " to " + number(feature.lengthscale_upper, 3), like_prior) +
         "</tr>\n";
}

std::string table(const std::vector<FeatureRelevance>& features) {
  std::string body =
      "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Relevance\">\n<table>\n"
      "<caption>Relevance, and length-scales beside it</caption>\n<thead><tr>";
  for (const char* heading : {"feature", "relevance", "90 %", "length-scale", "90 %"}) {
    body += std::string("<th scope=\"col\">") + heading + "</th>";
  }
  body += "</tr></thead>\n<tbody>\n";
  for (const FeatureRelevance& feature : features) body += row(feature);
  return body + "</tbody>\n</table>\n</div>\n";
}

}  // namespace

std::string relevance_section(const ReportContents& contents) {
  const std::vector<FeatureRelevance>& all = contents.relevance;
  if (all.empty()) return {};
  double end = 1e-9;
  for (const FeatureRelevance& feature : all) end = std::max(end, feature.upper);
  std::size_t letters = 0;
  for (const FeatureRelevance& feature : all) letters = std::max(letters, std::min(feature.name.size(), kMostLetters));
  const double left = 14 + 7.2 * static_cast<double>(letters);
  const double bottom = 10 + kRowHeight * static_cast<double>(all.size());
  Svg svg(kWidth, bottom + 36, "Relevance of each feature: means and 90 % intervals, sorted");
  const Axis x{0, 1.03 * end, left, kWidth - 10};
  const Axis y{0, 1, bottom, 5};
  draw_frame(svg, x, y, {"relevance", ""}, 5, 0);
  double at = 10 + kRowHeight / 2;
  for (const FeatureRelevance& feature : all) {
    svg.text("label end", left - 8, at + 4, shortened(feature.name, kMostLetters));
    svg.line("whisker wide", x.place(feature.lower), at, x.place(feature.upper), at);
    svg.circle("dot", x.place(feature.relevance), at, 5,
               feature.name + ": " + number(feature.relevance, 3) + ", 90 % from " + number(feature.lower, 3) + " to " +
                   number(feature.upper, 3));
    at += kRowHeight;
  }
  return section("relevance", "Which features matter",
                 kExplanation + ("<figure>" + svg.finish() + "</figure>\n") + table(all));
}

}  // namespace lehr::report

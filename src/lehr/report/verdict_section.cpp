#include <lehr/report/html.hpp>
#include <lehr/report/sections.hpp>

namespace lehr::report {
namespace {

/// "Not finished: 120 of 1000 draws of each chain, last written 3 seconds ago."
std::string progress_text(const ReportContents& contents) {
  const RunProgress& progress = *contents.progress;
  const FitSettings& fit = contents.info.fit;
  std::string text = "<p class=\"progress\"><strong>Not finished.</strong> ";
  text += contents.summary.draws == 0
              ? "The run is in its warm-up: its chains have not all a draw yet."
              : "This is what every chain has so far: " + std::to_string(contents.summary.draws) + " of " +
                    counted(fit.draws, "draw") + ".";
  text += " Last written " + number(progress.seconds_since_written, 2) + " seconds before this report was made.</p>\n";
  text +=
      "<div class=\"scroll\"><table><caption>How far each chain is</caption><thead><tr><th scope=\"col\">chain</th>"
      "<th scope=\"col\">warm-up</th><th scope=\"col\">draws</th></tr></thead><tbody>\n";
  for (std::size_t chain = 0; chain < progress.draws.size(); ++chain) {
    text += "<tr><th scope=\"row\">" + std::to_string(chain + 1) + "</th><td>" +
            std::to_string(progress.evaluations[chain]) + " of at most " + std::to_string(fit.warmup) + "</td><td>" +
            std::to_string(progress.draws[chain]) + " of " + std::to_string(fit.draws) + "</td></tr>\n";
  }
  return text + "</tbody></table></div>\n";
}

}  // namespace

std::string verdict_section(const ReportContents& contents) {
  const bool good = contents.warnings.empty() && contents.summary.draws > 0;
  std::string body = "<div class=\"verdict " + std::string(good ? "good" : "bad") + "\">\n";
  if (contents.summary.draws > 0) {
    body += "<p><strong>" + escaped(contents.verdict) + "</strong>" +
            (good ? " Means, intervals and probabilities below can be used." : "") + "</p>\n";
  }
  if (!contents.warnings.empty()) {
    body += "<ul>\n";
    for (const std::string& warning : contents.warnings) body += "<li>" + escaped(warning) + "</li>\n";
    body += "</ul>\n";
  }
  if (contents.progress) body += progress_text(contents);
  return section("verdict", "Can it be trusted?", body + "</div>\n");
}

}  // namespace lehr::report

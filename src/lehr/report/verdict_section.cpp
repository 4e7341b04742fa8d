#include <lehr/report/html.hpp>
#include <lehr/report/sections.hpp>

namespace lehr::report {
namespace {

std::string span_of_time(double seconds) {
  if (seconds < 1) return "less than a second";
  return seconds < 120 ? number(seconds, 2) + " seconds" : fixed(seconds / 60, 0) + " minutes";
}

/// How far each chain of an unfinished run is.
std::string progress_table(const RunProgress& progress, const FitSettings& fit) {
  std::string text = "<div class=\"scroll\"><table><caption>Not finished. The run was last written " +
                     span_of_time(progress.seconds_since_written) +
                     " before this report was made.</caption><thead><tr><th scope=\"col\">chain</th>"
                     "<th scope=\"col\">warm-up, at most " +
                     std::to_string(fit.warmup) + "</th><th scope=\"col\">draws, of " +
                     std::string(fit.used_goal() ? "at most " : "") + std::to_string(fit.most_draws()) +
                     "</th></tr></thead><tbody>\n";
  for (std::size_t chain = 0; chain < progress.draws.size(); ++chain) {
    text += "<tr><th scope=\"row\">" + std::to_string(chain + 1) + "</th><td>" +
            std::to_string(progress.evaluations[chain]) + "</td><td>" + std::to_string(progress.draws[chain]) +
            "</td></tr>\n";
  }
  return text + "</tbody></table></div>\n";
}

/// How good the model is, in one line.
std::string headline(const LeaveOneOutScore& loo) {
  std::string text = "<p class=\"loo\">Each row by the others (leave-one-out): log loss <strong>" +
                     fixed(loo.log_loss, 4) + "</strong>";
  if (loo.error) text += ", error <strong>" + fixed(100 * *loo.error, 2) + " %</strong>";
  return text + ", elpd <strong>" + fixed(loo.elpd, 2) + " ± " + fixed(loo.se, 2) + "</strong>.</p>\n";
}

}  // namespace

std::string verdict_section(const ReportContents& contents) {
  const bool good = contents.warnings.empty() && contents.summary.draws > 0;
  std::string body = "<div class=\"verdict " + std::string(good ? "good" : "bad") + "\">\n";
  if (contents.summary.draws == 0) {
    body += "<p><strong>The run is in its warm-up: not every chain has a draw yet.</strong></p>\n";
  } else {
    body += "<p><strong>" + escaped(contents.verdict) + "</strong>" +
            (good && contents.silence.empty() ? " Means, intervals and probabilities below can be used." : "") +
            "</p>\n";
  }
  if (!contents.warnings.empty()) {
    body += "<ul>\n";
    for (const std::string& warning : contents.warnings) body += "<li>" + with_options(warning) + "</li>\n";
    body += "</ul>\n";
  }
  if (contents.loo) body += headline(*contents.loo);
  if (!contents.goal.empty()) body += "<p>" + with_options(contents.goal) + "</p>\n";
  if (!contents.more.empty())
    body += "<p>More draws: <code>" + with_options("lehr fit … " + contents.more) + "</code></p>\n";
  if (contents.progress) body += progress_table(*contents.progress, contents.info.fit);
  return section("verdict", "Can it be trusted?", body + "</div>\n");
}

}  // namespace lehr::report

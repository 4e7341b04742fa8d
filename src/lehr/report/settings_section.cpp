#include <lehr/model/model.hpp>
#include <lehr/report/axis.hpp>
#include <lehr/report/html.hpp>
#include <lehr/report/rerun_command.hpp>
#include <lehr/report/sections.hpp>

namespace lehr::report {
namespace {

std::string gamma_text(const GammaPrior& prior) {
  return "Gamma, shape " + tick_labels({prior.shape}).front() + ", rate " + tick_labels({prior.rate}).front();
}

std::string row(const std::string& what, const std::string& value) {
  return "<tr><th scope=\"row\">" + what + "</th><td>" + escaped(value) + "</td></tr>\n";
}

}  // namespace

std::string settings_section(const ReportContents& contents) {
  const RunInfo& info = contents.info;
  const FitSettings& fit = info.fit;
  const EvidenceSettings& evidence = fit.evidence;
  const Model model(info.model, info.data.feature_names);
  std::string body = "<p>The same bits again, on the same machine and build:</p>\n<pre tabindex=\"0\"><code>" +
                     with_options(rerun_command(info, contents.run_file)) + "</code></pre>\n";
  body += "<div class=\"scroll\">\n<table class=\"settings\">\n<caption>Settings of the run</caption>\n<tbody>\n";
  body += row("run file", contents.run_file) + row("table", info.source) +
          row("size", counted(info.data.rows, "row") + ", " + counted(info.data.features, "feature"));
  body += row("kernel", info.model.kernel + (info.model.ard ? ", one length-scale for each feature" : ""));
  body += row("likelihood", info.model.likelihood) + row("prior of the variance", gamma_text(model.prior(0))) +
          row("prior of a length-scale", gamma_text(model.prior(1)));
  body += row("sampler", contents.outcome.sampler) + row("warm-up learns from", fit.tune_on) +
          row("chains", std::to_string(fit.chains)) +
          row("warm-up", "at most " + counted(fit.warmup, "evaluation") + " of each chain");
  body += row("draws", std::to_string(contents.summary.draws) + " of " + std::to_string(fit.draws) + " of each chain" +
                           (fit.thin > 1 ? ", every " + std::to_string(fit.thin) + " iterations" : ""));
  body += row("approximation", evidence.approximation) + row("estimator", contents.estimator) +
          row("importance samples", std::to_string(evidence.importance_samples)) +
          row("seed", std::to_string(evidence.seed));
  if (contents.outcome.seconds > 0) body += row("time of sampling", number(contents.outcome.seconds, 3) + " s");
  body += row("version of lehr", info.version) + "</tbody>\n</table>\n</div>\n";
  return section("settings", "Settings, and how to run it again", body);
}

}  // namespace lehr::report

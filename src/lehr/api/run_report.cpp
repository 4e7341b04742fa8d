#include <lehr/api/run_report.hpp>

#include <cstdio>

#include <lehr/api/open_run.hpp>
#include <lehr/diagnostics/verdict.hpp>
#include <lehr/diagnostics/warnings.hpp>
#include <lehr/evidence/method.hpp>

namespace lehr {
namespace {

constexpr double kTooNoisy = 1.5;

}  // namespace

RunReport report_on(const RunInfo& info, const RunOutcome& outcome, const Chains& chains) {
  RunReport report;
  report.summary = summarize(chains, info.parameter_names);
  report.sampler = outcome.sampler;
  report.seconds = outcome.seconds;
  report.estimate_noise = outcome.estimate_noise;
  const EvidenceMethod method =
      choose_method(info.fit.evidence, likelihoods::named(info.model.likelihood), info.data.rows);
  report.estimator = method.estimator == nullptr ? "approximation" : method.estimator->name();
  report.complete = chains.draws == info.fit.draws;
  report.warnings = convergence_warnings(report.summary);
  if (report.estimate_noise > kTooNoisy) {
    char noise[32];
    std::snprintf(noise, sizeof noise, "%.2g", report.estimate_noise);
    report.warnings.push_back(
        "The log estimate has a noise of about " + std::string(noise) +
        " at posterior draws, above 1.5, so that chains get stuck. Use more importance samples or a "
        "better estimator.");
  }
  if (chains.draws > 0) report.verdict = verdict(report.summary, report.warnings, report.complete);
  if (!report.complete) {
    report.warnings.push_back(
        "The run is not finished: it has " + std::to_string(chains.draws) + " of " + std::to_string(info.fit.draws) +
        " draws of each chain. It is still running, or was interrupted; then fit --resume goes on.");
  }
  return report;
}

RunReport report_on(const StoredRun& run) {
  RunReport report = report_on(run.info(), run.outcome(), run.read_chains());
  report.progress = run.progress();
  return report;
}

ReportedRun read_reported_run(const std::string& run_file) {
  const std::unique_ptr<StoredRun> run = open_run(run_file);
  return {run->info(), report_on(*run)};
}

RunReport read_report(const std::string& run_file) { return report_on(*open_run(run_file)); }

}  // namespace lehr

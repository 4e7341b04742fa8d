#include <lehr/api/run_report.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>

#include <lehr/api/open_run.hpp>
#include <lehr/diagnostics/goal.hpp>
#include <lehr/diagnostics/silence.hpp>
#include <lehr/diagnostics/verdict.hpp>
#include <lehr/diagnostics/warnings.hpp>
#include <lehr/evidence/method.hpp>

namespace lehr {
namespace {

constexpr double kTooNoisy = 1.5;

/// A run that has reached its goal is not judged by a stricter limit afterwards.
double rhat_allowed(const RunReport& report) {
  if (!report.goal_reached.value_or(false)) return kLargestRhat;
  double smallest = std::numeric_limits<double>::infinity();
  for (const ParameterSummary& parameter : report.summary.parameters) {
    smallest = std::min(smallest, parameter.ess_bulk.value_or(0));
  }
  if (!(smallest > 0)) return kLargestRhat;
  return largest_rhat(report.summary.chains, smallest, report.summary.parameters.size());
}

/// Whether the goal is reached, and what to do if not.
std::string goal_line(const RunReport& report, std::uint64_t goal) {
  const std::string name = "The goal of " + std::to_string(goal) + " effective draws ";
  if (report.goal_reached.value_or(false)) return name + "is reached.";
  if (!report.complete) return name + "is not reached yet.";
  return name + "is not reached with " + std::to_string(report.summary.draws) +
         " draws of each chain: allow more with --draws, or be content with a smaller --goal.";
}

/// The smaller effective size of the parameter that has least; nothing where one has none.
std::optional<double> smallest_effective_size(const RunSummary& summary) {
  double smallest = std::numeric_limits<double>::infinity();
  for (const ParameterSummary& parameter : summary.parameters) {
    if (!parameter.ess_bulk || !parameter.ess_tail) return std::nullopt;
    smallest = std::min({smallest, *parameter.ess_bulk, *parameter.ess_tail});
  }
  return smallest;
}

/// How to go on where a finished run has too few draws: "--resume --draws 1000". Empty where it has enough.
std::string more_draws(const RunReport& report, const FitSettings& fit) {
  const double least = kLeastEssPerChain * static_cast<double>(report.summary.chains);
  const bool missed = report.goal_reached && !*report.goal_reached;
  const std::optional<double> known = smallest_effective_size(report.summary);
  const bool agree =
      std::all_of(report.summary.parameters.begin(), report.summary.parameters.end(),
                  [limit = rhat_allowed(report)](const ParameterSummary& p) { return p.rhat && *p.rhat <= limit; });
  if (!missed && agree && known && *known >= least) return "";
  const double wanted = std::max(least, static_cast<double>(fit.used_goal().value_or(0)));
  const double times = known && *known > 0 ? std::ceil(wanted / *known) : 2;  // of what gives none, a little at a time
  const double draws =
      std::min(std::max(2.0, times) * static_cast<double>(report.summary.draws), static_cast<double>(kMostIterations));
  const auto count = std::to_string(std::max(static_cast<std::size_t>(draws), fit.used_goal() ? fit.most_draws() : 0));
  if (!fit.used_goal()) return "--resume --draws " + count;
  return "--resume --goal " + std::to_string(static_cast<std::uint64_t>(wanted)) + " --draws " + count;
}

/// No verdict on the chains: they may do well all the same.
std::string fallback_warning(const RunReport& report, const std::string& asked) {
  return "The sampler is " + report.sampler + ", not " + asked + ": " + report.fallback_reason +
         ". It takes smaller steps, and many more draws for the same effective size.";
}

}  // namespace

RunReport report_on(const RunInfo& info, const RunOutcome& outcome, const Chains& chains) {
  RunReport report;
  report.summary = summarize(chains, info.parameter_names);
  report.sampler = outcome.sampler;
  report.fallback_reason = outcome.fallback_reason;
  report.seconds = outcome.seconds;
  report.estimate_noise = outcome.estimate_noise;
  report.coefficients = outcome.coefficients;
  report.model_evidence = outcome.model_evidence;
  const EvidenceMethod method =
      choose_method(info.fit.evidence, likelihoods::named(info.model.likelihood), info.data.rows);
  report.estimator = method.estimator == nullptr ? "approximation" : method.estimator->name();
  report.goal_reached = outcome.goal_reached;
  report.warmup_evaluations = outcome.warmup_evaluations;
  report.complete = chains.draws == info.fit.most_draws() || outcome.goal_reached.value_or(false);
  report.warnings = convergence_warnings(report.summary, {.largest_rhat = rhat_allowed(report),
                                                          .thin = static_cast<std::size_t>(info.fit.thin),
                                                          .longest_stay = outcome.longest_stay});
  if (report.estimate_noise > kTooNoisy) {
    char noise[32];
    std::snprintf(noise, sizeof noise, "%.2g", report.estimate_noise);
    report.warnings.push_back(
        "The log estimate has a noise of about " + std::string(noise) +
        " at posterior draws, above 1.5, so that chains get stuck. Use more importance samples or a "
        "better estimator.");
  }
  if (outcome.leave_one_out) {
    report.loo = score_leave_one_out(*outcome.leave_one_out, info.data.responses);
    report.loo_note = leave_one_out_note(*report.loo, info.data.rows);
  }
  if (chains.draws > 0) report.verdict = verdict(report.summary, report.warnings, report.complete);
  report.silence = silence(info, outcome, chains);
  if (!report.silence.empty()) report.verdict += " " + report.silence;
  if (chains.draws > 0 && info.fit.used_goal()) report.goal = goal_line(report, *info.fit.used_goal());
  if (chains.draws > 0 && report.complete) report.more = more_draws(report, info.fit);
  if (!report.fallback_reason.empty()) report.warnings.push_back(fallback_warning(report, info.fit.sampler));
  if (!report.complete) {
    report.warnings.push_back(
        "The run is not finished: it has " + std::to_string(chains.draws) + " of " +
        (info.fit.used_goal() ? "at most " : "") + std::to_string(info.fit.most_draws()) +
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

#include <lehr/api/run.hpp>

#include <chrono>
#include <cstdio>
#include <span>
#include <utility>

#include <lehr/api/fit_parts.hpp>
#include <lehr/api/run_recorder.hpp>
#include <lehr/base/errors.hpp>
#include <lehr/diagnostics/verdict.hpp>
#include <lehr/diagnostics/warnings.hpp>
#include <lehr/evidence/method.hpp>

namespace lehr {
namespace {

constexpr double kTooNoisy = 1.5;

std::vector<double> theta_at(const Chains& chains, std::size_t index) {
  std::vector<double> theta;
  for (const std::vector<double>& parameter : chains.parameters) theta.push_back(parameter[index]);
  return theta;
}

double noise_of(const Run& run, const Model& model, const FitOutcome& outcome, const RunContext& context) {
  std::vector<std::vector<double>> thetas;
  for (std::size_t draw = 0; draw < run.chains.draws; ++draw) {
    if (is_for_noise(0, draw, run.chains.draws)) thetas.push_back(theta_at(run.chains, draw));
  }
  return noise_of_run(run.info, model, outcome, thetas, context);
}

}  // namespace

SampleReport sample(SampleRequest request, const RunContext& context) {
  request.settings.check(request.model);
  check_memory_for_fit(request.table.data.rows, request.settings, context);
  const auto start = std::chrono::steady_clock::now();
  const Model model(request.model, request.table.data.feature_names);
  SampleReport report;
  Run& run = report.run;
  run.info = describe_run(std::move(request.source), std::move(request.table), request.settings, request.model, model);

  RunRecorder recorder(run.info);
  const FitOutcome outcome = run_fit(run.info.data, model, run.info.fit, recorder, context);
  run.outcome.sampler = outcome.sampler;
  run.outcome.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  report.interrupted = outcome.interrupted;
  if (!outcome.fallback_reason.empty()) {
    report.notes.push_back("the metropolis sampler is used instead: " + outcome.fallback_reason);
  }
  if (recorder.draws() == 0) throw Interrupted();
  recorder.move_to(run);
  if (report.interrupted) return report;
  try {
    run.outcome.estimate_noise = noise_of(run, model, outcome, context);
  } catch (const Interrupted&) {
    report.interrupted = true;
  }
  return report;
}

RunReport report_on(const Run& run) {
  RunReport report;
  report.summary = summarize(run.chains, run.info.parameter_names);
  report.sampler = run.outcome.sampler;
  report.seconds = run.outcome.seconds;
  report.estimate_noise = run.outcome.estimate_noise;
  const EvidenceMethod method =
      choose_method(run.info.fit.evidence, likelihoods::named(run.info.model.likelihood), run.info.data.rows);
  report.estimator = method.estimator == nullptr ? "approximation" : method.estimator->name();
  report.complete = run.chains.draws == run.info.fit.draws;
  report.warnings = convergence_warnings(report.summary);
  if (report.estimate_noise > kTooNoisy) {
    char noise[32];
    std::snprintf(noise, sizeof noise, "%.2g", report.estimate_noise);
    report.warnings.push_back(
        "The log estimate has a noise of about " + std::string(noise) +
        " at posterior draws, above 1.5, so that chains get stuck. Use more importance samples or a "
        "better estimator.");
  }
  if (run.chains.draws > 0) report.verdict = verdict(report.summary, report.warnings, report.complete);
  if (!report.complete) {
    report.warnings.push_back(
        "The run is not finished: it has " + std::to_string(run.chains.draws) + " of " +
        std::to_string(run.info.fit.draws) +
        " draws of each chain. It is still running, or was interrupted; then fit --resume goes on.");
  }
  return report;
}

std::vector<double> log_likelihoods(const Run& run) {
  const Likelihood& likelihood = likelihoods::named(run.info.model.likelihood);
  const std::size_t rows = run.info.data.rows;
  const std::vector<double>& latents = find_latent(run.info, run.states, run.latents);
  std::vector<double> all;
  all.reserve(latents.size());
  for (std::size_t begin = 0; begin < latents.size(); begin += rows) {
    const std::vector<double> values =
        row_log_likelihoods(likelihood, run.info.data.labels, std::span(latents).subspan(begin, rows));
    all.insert(all.end(), values.begin(), values.end());
  }
  return all;
}

}  // namespace lehr

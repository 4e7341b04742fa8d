#include <lehr/api/run.hpp>

#include <chrono>
#include <optional>
#include <utility>

#include <lehr/api/fit_parts.hpp>
#include <lehr/api/long_stay.hpp>
#include <lehr/api/run_in_memory.hpp>
#include <lehr/api/run_recorder.hpp>
#include <lehr/api/run_report.hpp>
#include <lehr/base/errors.hpp>
#include <lehr/model/computable.hpp>

namespace lehr {
namespace {

std::vector<double> theta_at(const Chains& chains, std::size_t index) {
  std::vector<double> theta;
  for (const std::vector<double>& parameter : chains.parameters) theta.push_back(parameter[index]);
  return theta;
}

/// Whether it came to its end.
bool leave_one_out(Run& run, const Model& model, const FitOutcome& fitted, std::size_t numbers,
                   const RunContext& context) {
  std::vector<std::vector<double>> thetas;
  const std::size_t total = run.chains.log_prior.size();
  for (std::size_t index = 0; index < total; ++index) thetas.push_back(theta_at(run.chains, index));
  std::optional<LeftOut> left_out = left_out_of_run(run.info, model, fitted, thetas, numbers, context);
  if (!left_out) return !context.stopped();
  run.log_likelihoods.reserve(total * run.info.data.rows);
  for (std::size_t index = 0; index < total; ++index) {
    const std::vector<double> values = left_out->densities.at_draw(index);
    run.log_likelihoods.insert(run.log_likelihoods.end(), values.begin(), values.end());
  }
  run.outcome.leave_one_out = std::move(left_out->leave_one_out);
  return true;
}

/// Of the draws that the evidence of the model is found from.
std::vector<std::vector<double>> log_thetas_of(const Run& run) {
  const std::size_t size = run.info.parameter_names.size();
  std::vector<std::vector<double>> all;
  for (std::size_t index = 0; index < run.continuation.log_thetas.size() / size; ++index) {
    if (!place_for_evidence(index % run.chains.draws, run.chains.draws)) continue;
    const auto one = std::span(run.continuation.log_thetas).subspan(index * size, size);
    all.emplace_back(one.begin(), one.end());
  }
  return all;
}

LongStays stays_of(const Run& run, const FitOutcome& fitted) {
  LongStays stays(run.chains.chains(), fitted.emulator);
  const std::size_t size = run.info.parameter_names.size();
  for (std::size_t index = 0; index < run.chains.log_prior.size(); ++index) {
    const auto log_theta = std::span(run.continuation.log_thetas).subspan(index * size, size);
    Draw draw = run.chains.draw(index);
    draw.log_theta = {log_theta.begin(), log_theta.end()};
    stays.take(index / run.chains.draws, draw);
  }
  return stays;
}

std::optional<double> noise_of(const Run& run, const Model& model, const FitOutcome& outcome,
                               const RunContext& context) {
  std::vector<std::vector<double>> thetas;
  for (std::size_t draw = 0; draw < run.chains.draws; ++draw) {
    if (is_for_noise(0, draw, run.chains.draws)) thetas.push_back(theta_at(run.chains, draw));
  }
  return noise_of_run(run.info, model, outcome, thetas, context);
}

}  // namespace

SampleReport sample(SampleRequest request, const RunContext& context) {
  request.settings.check(request.model);
  require_computable_priors(request.model);
  check_memory_for_fit(request.table.data.rows, request.settings, context);
  const auto start = std::chrono::steady_clock::now();
  const Model model(request.model, request.table.data.feature_names);
  SampleReport report;
  Run& run = report.run;
  run.info = describe_run(std::move(request.source), std::move(request.table), request.settings, request.model, model);

  RunRecorder recorder(run.info);
  const TimeLimit limit(time_limit_of(request.settings), context);
  tell_cost(run.info, model, recorder, limit);
  const FitOutcome outcome =
      run_fit(run.info.data, model, run.info.fit, recorder, limit.context(), goal_rule_of(run.info.fit));
  run.outcome.sampler = outcome.sampler;
  run.outcome.fallback_reason = outcome.fallback_reason;
  run.outcome.goal_reached = outcome.goal_reached;
  run.outcome.warmup_evaluations = outcome.warmup_evaluations;
  run.outcome.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  report.interrupted = outcome.interrupted;
  if (recorder.draws() == 0 && limit.reached()) {
    throw RunError(time_limit_text(request.settings) + " before every chain had a draw");
  }
  if (recorder.draws() == 0) throw Interrupted();
  recorder.move_to(run);
  const std::size_t numbers = run.continuation.evaluations.size() / run.info.fit.chains;
  if (!report.interrupted) report.interrupted = !leave_one_out(run, model, outcome, numbers, limit.context());
  if (!report.interrupted) {
    const std::optional<double> noise = noise_of(run, model, outcome, limit.context());
    run.outcome.estimate_noise = noise.value_or(0);
    report.interrupted =
        !noise || !add_long_stay(run.info, model, outcome, stays_of(run, outcome), limit.context(), run.outcome) ||
        !add_model_evidence(run.info, model, outcome, log_thetas_of(run), numbers, limit.context(), run.outcome);
  }
  if (!report.interrupted) {
    CoefficientDraws picked(run.info, model, run.chains.draws);
    RunInMemory(run).visit_draws(picked.places(), [&](std::size_t chain, std::size_t index, const Draw& draw) {
      picked.offer(chain, index, draw);
    });
    report.interrupted = !add_coefficients(run.info, model, picked, limit.context(), run.outcome);
  }
  if (report.interrupted && limit.reached()) {
    report.notes.push_back(time_limit_text(request.settings) + " after " + std::to_string(run.chains.draws) +
                           (run.chains.draws == 1 ? " draw" : " draws") + " of each chain");
  }
  return report;
}

RunReport report_on(const Run& run) { return report_on(run.info, run.outcome, run.chains); }

}  // namespace lehr

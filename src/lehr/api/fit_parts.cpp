#include <lehr/api/fit_parts.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

#include <lehr/api/expected_cost.hpp>
#include <lehr/base/errors.hpp>
#include <lehr/base/memory.hpp>
#include <lehr/base/version.hpp>
#include <lehr/diagnostics/goal.hpp>
#include <lehr/evidence/method.hpp>
#include <lehr/posterior/coefficients.hpp>
#include <lehr/posterior/model_evidence.hpp>
#include <lehr/posterior/run_states.hpp>
#include <lehr/priors/prior_form.hpp>
#include <lehr/samplers/noise.hpp>
#include <lehr/samplers/sampler.hpp>
#include <lehr/samplers/warm_up_evaluations.hpp>
#include <lehr/settings/value.hpp>

namespace lehr {

void check_memory_for_fit(std::size_t rows, const FitSettings& settings, const RunContext& context) {
  const auto threads = static_cast<std::size_t>(std::max(1, context.threads));
  const std::size_t used = std::min(threads, settings.chains);
  check_addresses_for_threads(used);
  check_memory_for(rows, prior_forms::most_bytes(rows, Use::sites) * static_cast<double>(used));
}

RunInfo describe_run(std::string source, EncodedTable table, const FitSettings& settings,
                     const ModelSettings& model_settings, const Model& model) {
  RunInfo info;
  info.version = version();
  info.source = std::move(source);
  info.model = model_settings;
  info.fit = settings;
  info.fit.goal = settings.used_goal();
  info.fit.draws = settings.most_draws();
  info.fit.time_limit.reset();  // a wish for this call, not a part of the run
  if (settings.evidence.estimator) info.fit.evidence.estimator = settings.evidence.used_estimator(model_settings);
  info.encoding = std::move(table.encoding);
  info.data = std::move(table.data);
  info.parameter_names = model.space().names();
  return info;
}

RunFileContents contents_of(const RunInfo& info, std::size_t draws, std::size_t evaluations, bool left_out) {
  return {.chains = info.fit.chains,
          .draws = draws,
          .states = true,
          .latents = info.keeps_latents(),
          .alphas = true,
          .log_likelihood = left_out,
          .evaluations = evaluations};
}

std::optional<std::chrono::seconds> time_limit_of(const FitSettings& settings) {
  if (!settings.time_limit) return std::nullopt;
  return std::chrono::seconds(settings.time_limit->seconds);
}

std::string time_limit_text(const FitSettings& settings) {
  return "the time limit of " + print_value(settings.time_limit).value_or("") + " is reached";
}

void tell_cost(const RunInfo& info, const Model& model, const FitStore& store, const TimeLimit& limit) {
  const RunContext& context = limit.context();
  if (context.observer == nullptr) return;
  FitCost cost = expected_cost(info, model, store, context);
  if (context.stopped()) return;
  cost.time_limit = limit.seconds_left();
  context.observer->fit_cost(cost);
}

GoalRule goal_rule_of(const FitSettings& settings) {
  const std::optional<std::uint64_t> goal = settings.used_goal();
  if (!goal) return {};
  return [goal = static_cast<double>(*goal)](const std::vector<std::vector<double>>& parameters, std::size_t draws) {
    return reaches_goal(parameters, draws, goal);
  };
}

double iterations_of_run(const RunInfo& info, const Model& model, const FitOutcome& fitted, std::size_t draws,
                         std::size_t numbers) {
  const std::size_t evaluations = numbers / numbers_of_evaluation(info.fit, model.space().size());
  const std::size_t settling = samplers::named(fitted.sampler).settling_iterations();
  return static_cast<double>(info.fit.chains * (evaluations + settling + draws * info.fit.thin));
}

/// On no more threads than the chains had: as many matrices are in memory at once.
std::optional<LeftOut> left_out_of_run(const RunInfo& info, const Model& model, const FitOutcome& fitted,
                                       const std::vector<std::vector<double>>& thetas, std::size_t numbers,
                                       const RunContext& context) {
  RunContext own = context;
  own.threads = static_cast<int>(std::min(static_cast<std::size_t>(std::max(1, context.threads)), info.fit.chains));
  const std::size_t draws = thetas.size() / info.fit.chains;
  std::optional<LeftOutDensities> densities =
      LeftOutDensities::find({.data = info.data,
                              .model = model,
                              .draws = thetas,
                              .learned = fitted.learned_sites,
                              .iterations = iterations_of_run(info, model, fitted, draws, numbers)},
                             own);
  if (!densities) return std::nullopt;
  std::optional<LeaveOneOut> leave_one_out = densities->leave_one_out(own);
  if (!leave_one_out) return std::nullopt;
  return LeftOut{std::move(*densities), std::move(*leave_one_out)};
}

bool is_for_noise(std::size_t chain, std::size_t draw, std::size_t draws) {
  const std::size_t every = std::max<std::size_t>(1, draws / kStatesForNoise);
  return chain == 0 && draw % every == every / 2;
}

EvidenceMethod method_of(const RunInfo& info, const Model& model, const FitOutcome& fitted) {
  EvidenceMethod method = choose_chain_method(info.fit.evidence, model.likelihood(), info.data.rows);
  method.learned = fitted.learned_sites;
  return method;
}

std::optional<double> noise_of_run(const RunInfo& info, const Model& model, const FitOutcome& outcome,
                                   const std::vector<std::vector<double>>& thetas, const RunContext& context) {
  std::vector<std::vector<double>> log_thetas;
  for (const std::vector<double>& theta : thetas) log_thetas.push_back(model.space().free(theta));
  return estimate_noise(info.data, model, method_of(info, model, outcome), log_thetas,
                        static_cast<std::size_t>(info.fit.evidence.importance_samples), info.fit.evidence.seed,
                        context);
}

CoefficientDraws::CoefficientDraws(const RunInfo& info, const Model& model, std::size_t draws) {
  if (model.coefficients().empty()) return;
  places_ = spread_draws(draws, info.fit.chains, PredictionSettings{}.draws);
  states_.resize(info.fit.chains * places_.size());
}

void CoefficientDraws::offer(std::size_t chain, std::size_t index, const Draw& draw) {
  const auto place = std::lower_bound(places_.begin(), places_.end(), index);
  if (place == places_.end() || *place != index) return;
  states_[chain * places_.size() + static_cast<std::size_t>(place - places_.begin())] = {
      draw.parameters, {}, 1, draw.alpha, chain};
}

bool add_coefficients(const RunInfo& info, const Model& model, const CoefficientDraws& picked,
                      const RunContext& context, RunOutcome& outcome) {
  if (model.coefficients().empty()) return true;
  const VisitStates visit = [&](const auto& take) {
    std::for_each(picked.states().begin(), picked.states().end(), take);
  };
  RunContext own = context;
  own.threads = std::min(context.threads, static_cast<int>(info.fit.chains));  // memory was asked for so many
  std::optional<std::vector<Coefficient>> found = summarise_coefficients({info.data, model, visit}, own);
  if (found) outcome.coefficients = std::move(*found);  // without them after a breakdown, with all else
  return found || !context.stopped();
}

std::size_t draws_for_evidence(std::size_t draws) {
  constexpr std::size_t kMost = 4000;
  return std::min(draws, kMost);
}

std::optional<std::size_t> place_for_evidence(std::size_t draw, std::size_t draws) {
  const std::size_t kept = draws_for_evidence(draws);
  const std::size_t place = draw * kept / draws;
  if (draw > 0 && (draw - 1) * kept / draws == place) return std::nullopt;
  return place;
}

bool add_model_evidence(const RunInfo& info, const Model& model, const FitOutcome& fitted,
                        const std::vector<std::vector<double>>& log_thetas, std::size_t numbers,
                        const RunContext& context, RunOutcome& outcome) {
  if (!info.fit.model_evidence) return true;
  const std::size_t draws = log_thetas.size() / info.fit.chains;
  const std::size_t most = most_model_estimates(iterations_of_run(info, model, fitted, draws, numbers));
  const EvidenceMethod method = method_of(info, model, fitted);
  RunContext own = context;
  own.threads = std::min(context.threads, static_cast<int>(info.fit.chains));  // memory was asked for so many
  outcome.model_evidence =
      estimate_model_evidence({.data = info.data,
                               .model = model,
                               .method = method,
                               .samples = static_cast<std::size_t>(info.fit.evidence.importance_samples),
                               .seed = info.fit.evidence.seed,
                               .draws = log_thetas},
                              most, own);
  return outcome.model_evidence || !context.stopped();
}

}  // namespace lehr

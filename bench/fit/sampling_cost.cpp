#include <utility>

#include <bench/factor_rates.hpp>
#include <bench/fit/costs.hpp>
#include <bench/fit/timed_store.hpp>
#include <lehr/api/fit_parts.hpp>
#include <lehr/base/flush_denormals.hpp>

namespace lehr::bench {

SampledCase measure_sampling(const FitCase& fit_case, const FitChoice& choice) {
  const FlushDenormals flush;
  const Model model(fit_case.model, fit_case.data.feature_names);
  const Problem typical{fit_case.name, fit_case.data, {5, std::vector<double>(model.space().size() - 1, 3.0)}};
  const Matrix matrix = well_conditioned_matrix(typical);
  TimedStore store(choice.settings.chains, unit_of_cost(matrix));
  const FitOutcome outcome = run_fit(fit_case.data, model, choice.settings, store, {}, goal_rule_of(choice.settings));

  SampledCase result;
  SamplingCost& cost = result.cost;
  cost.data = fit_case.name;
  cost.choice = choice.name;
  cost.sampler = outcome.sampler;
  cost.reach = fit_case.reach;
  cost.reach_with_warm_up = fit_case.reach_with_warm_up;
  cost.rows = fit_case.data.rows;
  cost.parameters = model.space().size();
  cost.draws = choice.settings.chains * store.states.front().size();
  cost.mixing = mixing_of(store.states);
  cost.acceptance_rate = store.acceptance_rate();
  cost.iteration = store.iteration_units();
  cost.warm_up = store.warm_up_units();
  cost.evaluations = store.evaluations();
  cost.evaluation = store.evaluation_units() / static_cast<double>(store.evaluations());
  result.states = std::move(store.states);
  return result;
}

}  // namespace lehr::bench

#include <experiments/program/predictions_units.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

#include <experiments/program/climb_units.hpp>
#include <lehr/api/require_found.hpp>
#include <lehr/samplers/settings.hpp>

namespace lehr::reproduce {
namespace {

constexpr const char* kBreaksDown = "the approximation breaks down at these kernel parameters";
constexpr std::size_t kThetasOfAChain = 50;  // of the chain on the Laplace evidence, at which it predicts

Json predict_at(const TypeTwoMaximum& maximum, const Problem& problem, const std::string& approximation,
                const Dataset& test) {
  const Model model = problem.make_model();
  const Approximation& rule = approximations::named(approximation);
  return {{"variance", maximum.parameters.variance},
          {"lengthscale", maximum.parameters.lengthscales[0]},
          {"log_evidence", maximum.log_evidence},
          {"converged", maximum.converged},
          {"probabilities",
           require_found(probabilities_at(*problem.data, model, rule, maximum.parameters, test), {}, kBreaksDown)}};
}

/// Laplace's own prediction at evenly spaced draws of theta, averaged.
Json average_laplace(const Problem& problem, const std::vector<ChainTrace>& traces, const Dataset& test,
                     const RunContext& context) {
  const Model model = problem.make_model();
  std::vector<double> sums(test.rows, 0.0);
  double count = 0;
  for (const ChainTrace& trace : traces) {
    const std::size_t step = std::max<std::size_t>(trace.log_theta.size() / kThetasOfAChain, 1);
    for (std::size_t i = step - 1; i < trace.log_theta.size(); i += step) {
      const std::vector<double> probabilities =
          require_found(probabilities_at(*problem.data, model, approximations::named("laplace"),
                                         model.theta_at(trace.log_theta[i]), test, {.stop = context.stop}),
                        context, kBreaksDown);
      std::transform(sums.begin(), sums.end(), probabilities.begin(), sums.begin(), std::plus<>());
      ++count;
    }
  }
  for (double& sum : sums) sum /= count;
  return {{"probabilities", sums}};
}

/// What the fit predicts, and how far its chains can be trusted.
Json fit_summary(const FitPlan& fit, const Results& results) {
  const std::vector<ChainTrace> traces = fit.traces(results);
  const Mixing mixing = mixing_of(traces, 0);
  const auto number = [](const std::optional<double>& value) {
    return value && std::isfinite(*value) ? Json(*value) : Json(nullptr);
  };
  return {{"probabilities", fit.probabilities(results)},
          {"sampler", traces[0].sampler},
          {"broken", traces[0].broken},
          {"effective_draws", number(mixing.least_effective_size)},
          {"rhat", number(mixing.largest_rhat)}};
}

}  // namespace

ValidationCounts ValidationCounts::of(const Request& request) {
  if (request.quick) return {.folds = 3, .warmup = 80, .draws = 40, .chains = 2};
  return {.folds = 10, .warmup = 500, .draws = 500, .chains = 4};
}

std::string ValidationCounts::words() const {
  return std::to_string(folds) + " folds, " + std::to_string(chains) + " chains of " + std::to_string(draws) +
         " draws after a warm-up of " + std::to_string(warmup);
}

FoldPlan::FoldPlan(const Request& request, const DataSet& set, const std::vector<std::size_t>& fold_of_row,
                   std::size_t fold)
    : counts_(ValidationCounts::of(request)), seed_(request.seed) {
  FoldData data = leave_out(set, fold_of_row, fold);
  problem_ = {.name = request.unit_prefix() + "predictions-" + set.name + "-fold" + std::to_string(fold),
              .data = data.training,
              .model = {},
              .options = {{"seed", request.seed},
                          {"set", set.name},
                          {"checksum", set.checksum},
                          {"fold", fold},
                          {"folds", counts_.folds}},
              .part_length = usual_part_length(data.training->rows)};
  test_ = data.test;
}

FitSettings FoldPlan::fit_settings() const {
  FitSettings settings;
  settings.evidence.seed = seed_;
  settings.chains = counts_.chains;
  settings.warmup = counts_.warmup;
  settings.draws = counts_.draws;
  settings.keep_latents = false;
  settings.model_evidence = false;
  return settings;
}

FitPlan FoldPlan::exact_fit() const { return {problem_, "exact", fit_settings(), test_}; }

FitPlan FoldPlan::laplace_fit() const {
  FitSettings settings = fit_settings();
  settings.evidence.approximation = "laplace";
  settings.evidence.estimator = "approximation";
  settings.sampler = "metropolis";
  settings.tune_on = "laplace";
  return {problem_, "laplace", std::move(settings)};
}

Unit FoldPlan::laplace_average() const {
  Unit unit{.name = problem_.name + "-laplace-average",
            .options = problem_.options,
            .weight = 200 * evaluation_weight(problem_.data->rows),
            .run = {}};
  const FitPlan fit = laplace_fit();
  unit.options["fit"] = fit.options();
  unit.options["thetas_of_a_chain"] = kThetasOfAChain;
  unit.needs = fit.unit_names();
  unit.run = [problem = problem_, fit, test = test_](const Results& results, const RunContext& context) {
    return average_laplace(problem, fit.traces(results), *test, context);
  };
  return unit;
}

Unit FoldPlan::optimum(const std::string& approximation) const {
  const ClimbPlan climb(problem_, approximation);
  return {.name = problem_.name + "-optimum-" + approximation,
          .options = problem_.options,
          .weight = 20 * evaluation_weight(problem_.data->rows),
          .needs = climb.unit_names(),
          .run = [problem = problem_, climb, approximation, test = test_](const Results& results,
                                                                          const RunContext& context) {
            return predict_at(climb.climb(results, context), problem, approximation, *test);
          }};
}

Unit FoldPlan::summary(const std::vector<Unit>& parts) const {
  Json options = laplace_average().options;
  options["exact"] = exact_fit().options();
  options["work"] = counts_.words();
  return summary_of(parts, problem_.name, std::move(options),
                    [exact = exact_fit(), chain = laplace_average().name, laplace = optimum("laplace").name,
                     ep = optimum("ep").name](const Results& results) {
                      return Json{{kExact, fit_summary(exact, results)},
                                  {kLaplaceChain, results.of(chain)},
                                  {kLaplaceOptimum, results.of(laplace)},
                                  {kEpOptimum, results.of(ep)}};
                    });
}

std::vector<Unit> FoldPlan::units() const {
  std::vector<Unit> units;
  for (const char* approximation : {"laplace", "ep"}) {
    append(units, ClimbPlan(problem_, approximation).units());
    units.push_back(optimum(approximation));
  }
  append(units, exact_fit().units());
  append(units, laplace_fit().units());
  units.push_back(laplace_average());
  units.push_back(summary(units));
  return units;
}

}  // namespace lehr::reproduce

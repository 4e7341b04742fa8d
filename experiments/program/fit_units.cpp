#include <experiments/program/fit_units.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

#include <experiments/program/chain_state.hpp>
#include <experiments/program/fit_part.hpp>
#include <lehr/samplers/sampler.hpp>

namespace lehr::reproduce {

FitPlan::FitPlan(Problem problem, std::string name, FitSettings settings, std::shared_ptr<const Dataset> new_rows)
    : problem_(std::move(problem)),
      name_(std::move(name)),
      settings_(std::move(settings)),
      new_rows_(std::move(new_rows)),
      evaluations_(settings_.chains * samplers::named(settings_.sampler)
                                          .expected_evaluations(problem_.make_model().space().size(), settings_.chains,
                                                                settings_.warmup)) {}

std::vector<std::string> FitPlan::unit_names() const {
  std::vector<std::string> names;
  for (std::size_t part = 0; part < warm_up_parts(); ++part) {
    names.push_back(problem_.name + "-" + name_ + "-fit-warm-up" + std::to_string(part));
  }
  for (std::size_t part = 0; part < draw_parts(); ++part) {
    names.push_back(problem_.name + "-" + name_ + "-fit-draws" + std::to_string(part));
  }
  return names;
}

Json FitPlan::part_options(bool draws) const {
  Json options = {{"seed", settings_.evidence.seed}};
  options.update(problem_.options);
  options["sampler"] = settings_.sampler;
  options["tune_on"] = settings_.tune_on;
  options["approximation"] = settings_.evidence.approximation;
  options["estimator"] = settings_.evidence.estimator.value_or("ghk");
  options["importance_samples"] = settings_.evidence.importance_samples;
  if (draws) {
    add_renewal(options,
                choose_chain_method(settings_.evidence, problem_.make_model().likelihood(), problem_.data->rows));
  }
  options["chains"] = settings_.chains;
  options["warmup"] = settings_.warmup;
  options["draws"] = settings_.most_draws();
  return options;
}

std::vector<Unit> FitPlan::units() const {
  std::vector<Unit> units;
  const std::vector<std::string> names = unit_names();
  const double step = evaluation_weight(problem_.data->rows);
  for (std::size_t part = 0; part < names.size(); ++part) {
    const bool draws = part >= warm_up_parts();
    Json options = part_options(draws);
    options["part_length"] = problem_.part_length;
    const auto share =
        static_cast<double>(draws ? std::min(problem_.part_length, settings_.most_draws()) * settings_.chains
                                  : std::min(problem_.part_length, evaluations_));
    units.push_back({.name = names[part],
                     .options = std::move(options),
                     .weight = (draws ? 2 : 1) * share * step,
                     .needs = {names.begin(), names.begin() + static_cast<std::ptrdiff_t>(part)},
                     .run = [plan = *this, part](const Results& results, const RunContext& context) {
                       return plan.run_part(part, results, context);
                     }});
  }
  return units;
}

Json FitPlan::run_part(std::size_t part, const Results& results, const RunContext& context) const {
  const std::vector<std::string> names = unit_names();
  FitPart store(settings_.chains, static_cast<Index>(problem_.data->rows), new_rows_ != nullptr);
  for (std::size_t i = 0; i < std::min(part, warm_up_parts()); ++i) store.know_evaluations(results.of(names[i]));
  const Model model = problem_.make_model();
  if (part < warm_up_parts()) {
    Fit fit(*problem_.data, model, settings_, store, context);
    const auto left = [&] { return problem_.part_length - store.new_evaluations(); };
    while (fit.phase() == FitPhase::warm_up && left() > 0) {
      if (!fit.advance(left())) throw Interrupted();
    }
    return store.evaluations_json();
  }
  const std::size_t draw_part = part - warm_up_parts();
  FitSettings settings = settings_;
  settings.draws = std::min((draw_part + 1) * problem_.part_length, settings_.most_draws());
  if (draw_part > 0) store.know_draws(results.of(names[part - 1]), model.space());
  const FitOutcome outcome = run_fit(*problem_.data, model, settings, store, context);
  if (outcome.interrupted) throw Interrupted();
  return store.draws_json(outcome, *problem_.data, model, new_rows_.get());
}

std::vector<ChainTrace> FitPlan::traces(const Results& results) const {
  std::vector<ChainTrace> traces(settings_.chains);
  const std::vector<std::string> names = unit_names();
  for (std::size_t part = warm_up_parts(); part < names.size(); ++part) {
    const Json& found = results.of(names[part]);
    for (std::size_t chain = 0; chain < settings_.chains; ++chain) {
      const Json& own = found["chains"][chain];
      traces[chain].add(own, own["seconds"].get<double>() / found["cholesky_seconds"].get<double>());
      traces[chain].sampler = found["sampler"];
    }
    traces[0].broken += found["broken"].get<std::size_t>();  // of all chains
  }
  return traces;
}

std::vector<double> FitPlan::probabilities(const Results& results) const {
  std::vector<double> sums(new_rows_->rows, 0.0);
  double draws = 0;
  const std::vector<std::string> names = unit_names();
  for (std::size_t part = warm_up_parts(); part < names.size(); ++part) {
    for (const Json& chain : results.of(names[part])["chains"]) {
      const double count = chain["draws"];
      draws += count;
      for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += count * chain["probabilities"][i].get<double>();
    }
  }
  for (double& sum : sums) sum /= draws;
  return sums;
}

}  // namespace lehr::reproduce

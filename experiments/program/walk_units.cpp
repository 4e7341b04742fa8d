#include <experiments/program/walk_units.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <experiments/program/chain_state.hpp>
#include <lehr/samplers/target.hpp>

namespace lehr::reproduce {
namespace {

constexpr double kBrokeDown = -std::numeric_limits<double>::infinity();

}  // namespace

std::string WalkPlan::unit_name(std::size_t part) const {
  return problem_.name + "-walk-" + tune_on_ + "-" + std::to_string(evaluations_) + "-chain" + std::to_string(chain_) +
         "-part" + std::to_string(part);
}

std::vector<std::string> WalkPlan::unit_names() const {
  std::vector<std::string> names;
  for (std::size_t part = 0; part < problem_.parts_of(evaluations_); ++part) names.push_back(unit_name(part));
  return names;
}

std::vector<Unit> WalkPlan::units() const {
  std::vector<Unit> units;
  const std::vector<std::string> names = unit_names();
  for (std::size_t part = 0; part < names.size(); ++part) {
    Json options = {{"seed", seed_}};
    options.update(problem_.options);
    options["tune_on"] = tune_on_;
    options["evaluations"] = evaluations_;
    options["chain"] = chain_;
    if (names.size() > 1) options["part_length"] = problem_.part_length;
    const std::size_t count = std::min(evaluations_ - part * problem_.part_length, problem_.part_length);
    units.push_back({.name = names[part],
                     .options = std::move(options),
                     .weight = static_cast<double>(count) * evaluation_weight(problem_.data->rows),
                     .needs = {names.begin(), names.begin() + static_cast<std::ptrdiff_t>(part)},
                     .run = [plan = *this, part](const Results& results, const RunContext& context) {
                       return plan.run_part(part, results, context);
                     }});
  }
  return units;
}

std::vector<double> WalkPlan::known_values(std::size_t parts, const Results& results) const {
  std::vector<double> values;
  for (std::size_t part = 0; part < parts; ++part) {
    for (const Json& value : results.of(unit_name(part))["log_densities"]) {
      values.push_back(log_density_from_json(value));
    }
  }
  return values;
}

Json WalkPlan::run_part(std::size_t part, const Results& results, const RunContext& context) const {
  const std::vector<double> known = known_values(part, results);
  const Model model = problem_.make_model();
  DeterministicTarget target(*problem_.data, model, tuning_approximation(tune_on_), context.stop);
  Json found = Json::array();
  WarmUpWalk walk(model.space().size(), seed_, chain_);
  const std::size_t end = std::min(evaluations_, known.size() + problem_.part_length);
  while (walk.points().size() < end) {
    context.throw_if_stopped();
    const std::size_t index = walk.points().size();
    std::vector<double> log_theta = walk.next(model);
    if (index < known.size()) {
      walk.take({std::move(log_theta), known[index], {}});
      continue;
    }
    const std::optional<double> density = target.log_density(log_theta);
    if (!density) context.throw_if_stopped();
    const double value = density.value_or(kBrokeDown);
    found.push_back(log_density_to_json(value));
    walk.take({std::move(log_theta), value, {}});
  }
  return {{"log_densities", found}};
}

WarmUpWalk WalkPlan::walk(const Results& results) const {
  const std::vector<double> known = known_values(problem_.parts_of(evaluations_), results);
  const Model model = problem_.make_model();
  WarmUpWalk walk(model.space().size(), seed_, chain_);
  for (std::size_t index = 0; index < evaluations_; ++index) {
    walk.take({walk.next(model), known.at(index), {}});
  }
  walk.check_start();
  return walk;
}

}  // namespace lehr::reproduce

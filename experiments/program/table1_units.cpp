#include <experiments/program/table1_units.hpp>

#include <functional>
#include <memory>
#include <utility>

#include <experiments/program/table1_summary.hpp>

namespace lehr::reproduce {
namespace {

/// The tuning of the paper, one for all random walks of a setting and chain.
WalkPlan tuning(const Request& request, const Setting& setting, std::size_t chain) {
  return {setting.problem, "laplace", ChainCounts::of(request).tuning, request.seed, chain};
}

/// The random walks of one cell.
std::vector<ChainPlan> cell_chains(const Request& request, const Setting& setting, const Column& column) {
  const ChainCounts counts = ChainCounts::of(request);
  std::vector<ChainPlan> chains;
  for (std::size_t chain = 0; chain < counts.chains; ++chain) {
    chains.emplace_back(setting.problem, ChainSpec{.name = std::string(column.name),
                                                   .evidence = {.approximation = std::string(column.approximation),
                                                                .estimator = std::string(column.estimator),
                                                                .importance_samples = column.samples,
                                                                .ladder = "paper",
                                                                .seed = request.seed},
                                                   .tuning = tuning(request, setting, chain),
                                                   .iterations = counts.discard + counts.keep,
                                                   .seed = request.seed,
                                                   .chain = chain});
  }
  return chains;
}

/// The fit of one cell, where it is the emulator's.
FitPlan cell_fit(const Request& request, const Setting& setting, const Column& column) {
  const ChainCounts counts = ChainCounts::of(request);
  FitSettings settings;
  settings.evidence.approximation = column.approximation;
  settings.evidence.estimator = column.estimator;
  settings.evidence.importance_samples = column.samples;
  settings.evidence.seed = request.seed;
  settings.sampler = column.sampler;
  settings.chains = counts.chains;
  settings.draws = counts.discard + counts.keep;
  settings.keep_latents = false;
  settings.model_evidence = false;
  return {setting.problem, std::string(column.name), std::move(settings)};
}

/// The units of a cell's chains, and how to get their traces from the results.
struct CellPlan {
  Json options;
  std::vector<Unit> units;
  std::function<std::vector<ChainTrace>(const Results&)> traces;
};
CellPlan plan_cell(const Request& request, const Setting& setting, const Column& column) {
  if (column.sampler == "emulator") {
    const FitPlan fit = cell_fit(request, setting, column);
    return {fit.options(), fit.units(), [fit](const Results& results) { return fit.traces(results); }};
  }
  const std::vector<ChainPlan> chains = cell_chains(request, setting, column);
  CellPlan plan{.options = chains.front().options(), .units = {}, .traces = {}};
  for (const ChainPlan& chain : chains) append(plan.units, chain.units());
  plan.traces = [chains](const Results& results) {
    std::vector<ChainTrace> traces;
    for (const ChainPlan& chain : chains) traces.push_back(chain.trace(results));
    return traces;
  };
  return plan;
}

Unit cell_summary(const Request& request, const Setting& setting, const Column& column, const CellPlan& plan) {
  const ChainCounts counts = ChainCounts::of(request);
  Json options = plan.options;
  options["column"] = column.name;
  options["work"] = counts.words(column.sampler);
  return summary_of(
      plan.units, cell_name(setting, column), std::move(options),
      [counts, traces = plan.traces](const Results& results) { return summarise(traces(results), counts); });
}

}  // namespace

ChainCounts ChainCounts::of(const Request& request) {
  if (request.quick) return {.tuning = 150, .discard = 20, .keep = 80, .chains = 2};
  return {.tuning = 2000, .discard = 500, .keep = 1500, .chains = 5};
}

std::string ChainCounts::words(std::string_view sampler) const {
  return std::to_string(chains) + " chains of " + std::to_string(discard) + " + " + std::to_string(keep) +
         " iterations after " +
         (sampler == "emulator" ? "the emulator's warm-up" : std::to_string(tuning) + " of tuning");
}

std::vector<Setting> table1_settings(const Request& request, const std::vector<DataSet>& sets) {
  std::vector<Setting> settings;
  for (const DataSet& set : sets) {
    const auto data = std::make_shared<const Dataset>(set.data);
    for (const bool ard : {false, true}) {
      const std::string kernel = ard ? "ard" : "isotropic";
      Problem problem{.name = request.unit_prefix() + "table1-" + set.name + "-" + kernel,
                      .data = data,
                      .model = {.ard = ard},
                      .options = {{"set", set.name}, {"checksum", set.checksum}, {"kernel", kernel}},
                      .part_length = usual_part_length(data->rows)};
      settings.push_back({set.name, kernel, data->rows, data->features, std::move(problem)});
      if (request.quick) return settings;  // one row of the table shows that it works
    }
  }
  return settings;
}

std::string cell_name(const Setting& setting, const Column& column) {
  return setting.problem.name + "-" + std::string(column.name);
}

std::vector<Unit> table1_units(const Request& request, const std::vector<Setting>& settings) {
  std::vector<Unit> units;
  for (const Setting& setting : settings) {
    for (std::size_t chain = 0; chain < ChainCounts::of(request).chains; ++chain) {
      append(units, tuning(request, setting, chain).units());
    }
    for (const Column& column : kColumns) {
      CellPlan plan = plan_cell(request, setting, column);
      Unit cell = cell_summary(request, setting, column, plan);
      append(units, std::move(plan.units));
      units.push_back(std::move(cell));
    }
  }
  return units;
}

}  // namespace lehr::reproduce

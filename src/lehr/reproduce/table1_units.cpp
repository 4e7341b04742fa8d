#include <lehr/reproduce/table1_units.hpp>

#include <memory>
#include <utility>

namespace lehr::reproduce {
namespace {

/// The tuning of the paper, one for all random walks of a setting and chain.
WalkPlan tuning(const Request& request, const Setting& setting, std::size_t chain) {
  return {setting.problem, "laplace", ChainCounts::of(request).tuning, request.seed, chain};
}

}  // namespace

ChainCounts ChainCounts::of(const Request& request) {
  if (request.quick) return {.tuning = 150, .discard = 20, .keep = 80, .chains = 2};
  return {.tuning = 2000, .discard = 500, .keep = 1500, .chains = 5};
}

std::string ChainCounts::words() const {
  return std::to_string(chains) + " chains of " + std::to_string(discard) + " + " + std::to_string(keep) +
         " iterations after " + std::to_string(tuning) + " of tuning";
}

std::vector<Setting> table1_settings(const Request& request, const std::vector<DataSet>& sets) {
  std::vector<Setting> settings;
  for (const DataSet& set : sets) {
    const auto data = std::make_shared<const Dataset>(set.data);
    for (const bool ard : {false, true}) {
      const std::string kernel = ard ? "ard" : "isotropic";
      Problem problem{.name = std::string(request.quick ? "quick-" : "") + "table1-" + set.name + "-" + kernel,
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

bool is_fit(const Column& column) { return column.sampler == "emulator"; }

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
  return {setting.problem, std::string(column.name), std::move(settings)};
}

std::vector<Unit> table1_units(const Request& request, const std::vector<Setting>& settings) {
  std::vector<Unit> units;
  const auto add = [&](std::vector<Unit> more) {
    for (Unit& unit : more) units.push_back(std::move(unit));
  };
  for (const Setting& setting : settings) {
    for (std::size_t chain = 0; chain < ChainCounts::of(request).chains; ++chain) {
      add(tuning(request, setting, chain).units());
    }
    for (const Column& column : kColumns) {
      if (is_fit(column)) {
        add(cell_fit(request, setting, column).units());
      } else {
        for (const ChainPlan& chain : cell_chains(request, setting, column)) add(chain.units());
      }
    }
  }
  return units;
}

}  // namespace lehr::reproduce

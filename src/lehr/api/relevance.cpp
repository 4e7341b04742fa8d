#include <lehr/api/relevance.hpp>

#include <algorithm>
#include <memory>

#include <lehr/api/open_run.hpp>
#include <lehr/api/require_found.hpp>
#include <lehr/api/run.hpp>
#include <lehr/api/run_in_memory.hpp>
#include <lehr/api/run_relevance.hpp>
#include <lehr/base/errors.hpp>
#include <lehr/diagnostics/quantiles.hpp>
#include <lehr/posterior/relevance.hpp>
#include <lehr/posterior/run_states.hpp>
#include <lehr/priors/new_rows.hpp>

namespace lehr {
namespace {

constexpr std::size_t kDraws = 80;
constexpr std::size_t kMostRows = 200;
constexpr std::size_t kLeastRows = 20;
constexpr double kPatience = 4e11;  // multiplications: some tens of seconds

/// Spread evenly: as many as time allows.
Dataset rows_to_look_at(const Dataset& data) {
  const auto n = static_cast<double>(data.rows);
  const double each = n * n * static_cast<double>(data.features + 1) * static_cast<double>(kDraws);
  const auto affordable = static_cast<std::size_t>(std::min(kPatience / each, double{kMostRows}));
  const std::size_t count = std::min(data.rows, std::max(kLeastRows, affordable));
  std::vector<Index> places;
  for (std::size_t i = 0; i < count; ++i) places.push_back(static_cast<Index>((2 * i + 1) * data.rows / (2 * count)));
  return rows_at(data, places);
}

/// Of a feature's own length-scale, or of the one for all.
std::optional<std::size_t> place_of_lengthscale(const RunInfo& info, const std::string& feature) {
  for (const std::string& name : {"lengthscale[" + feature + "]", std::string("lengthscale")}) {
    const auto found = std::find(info.parameter_names.begin(), info.parameter_names.end(), name);
    if (found != info.parameter_names.end()) return static_cast<std::size_t>(found - info.parameter_names.begin());
  }
  return std::nullopt;
}

void add_lengthscale(const RunInfo& info, const Model& model, const Chains& chains, FeatureRelevance& feature) {
  const std::optional<std::size_t> place = place_of_lengthscale(info, feature.name);
  if (!place) return;
  const std::vector<double>& draws = chains.parameters[*place];
  feature.lengthscale = quantile(draws, 0.5);
  feature.lengthscale_lower = quantile(draws, 0.05);
  feature.lengthscale_upper = quantile(draws, 0.95);
  feature.lengthscale_learned = is_learned(model.space()[*place], chains, *place);
}

}  // namespace

RelevanceReport relevance(const StoredRun& run, const RunContext& context) {
  const RunInfo& info = run.info();
  const Model model(info.model, info.data.feature_names);
  RelevanceReport report{info.source, {}, 0, 0};
  std::vector<PosteriorState> states;
  visit_states(
      run, [&](const PosteriorState& state) { states.push_back(state); }, kDraws);
  for (const PosteriorState& state : states) report.draws += state.count;
  const VisitStates visit = [&](const auto& take) { std::for_each(states.begin(), states.end(), take); };
  const Dataset rows = rows_to_look_at(info.data);
  report.rows = rows.rows;
  report.features = require_found(find_relevance({info.data, model, visit}, rows, context), context, kRunBreaksDown);
  const Chains chains = run.read_chains();
  for (FeatureRelevance& feature : report.features) add_lengthscale(info, model, chains, feature);
  std::stable_sort(report.features.begin(), report.features.end(),
                   [](const auto& a, const auto& b) { return a.relevance > b.relevance; });
  return report;
}

RelevanceReport relevance(const std::string& run_file, const RunContext& context) {
  return relevance(*open_run(run_file), context);
}

RelevanceReport relevance(const Run& run, const RunContext& context) { return relevance(RunInMemory(run), context); }

}  // namespace lehr

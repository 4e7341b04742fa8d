#include <cmath>

#include <bench/factor_rates.hpp>
#include <bench/fit/costs.hpp>
#include <bench/stopwatch.hpp>
#include <lehr/base/flush_denormals.hpp>
#include <lehr/posterior/predict.hpp>

namespace lehr::bench {
namespace {

constexpr std::size_t kRows = 1000;

std::vector<double> numbers(const Vector& vector) { return {vector.data(), vector.data() + vector.size()}; }

/// Every distinct state once, with its count.
std::vector<PosteriorState> distinct_states(const std::vector<std::vector<ChainState>>& chains) {
  std::vector<PosteriorState> states;
  for (const auto& chain : chains) {
    const ChainState* last = nullptr;
    for (const ChainState& state : chain) {
      if (last != nullptr && last->log_theta == state.log_theta) {
        ++states.back().count;
        continue;
      }
      last = &state;
      PosteriorState next{{}, {}, 1, numbers(state.alpha)};
      for (const double value : state.log_theta) next.parameters.push_back(std::exp(value));
      states.push_back(std::move(next));
    }
  }
  return states;
}

/// The training rows again and again.
Dataset repeated_rows(const Dataset& data, std::size_t rows) {
  Dataset result;
  result.rows = rows;
  result.features = data.features;
  result.feature_names = data.feature_names;
  for (std::size_t k = 0; k < data.features; ++k) {
    for (std::size_t i = 0; i < rows; ++i) result.inputs.push_back(data.feature(k)[i % data.rows]);
  }
  return result;
}

}  // namespace

PredictionCost measure_prediction(const FitCase& fit_case, const SampledCase& sampled) {
  const FlushDenormals flush;
  const Model model(fit_case.model, fit_case.data.feature_names);
  const std::vector<PosteriorState> states = distinct_states(sampled.states);
  const Dataset rows = repeated_rows(fit_case.data, kRows);
  const Matrix matrix = well_conditioned_matrix({fit_case.name, fit_case.data, {5, {3}}});
  const double before = unit_seconds(matrix);
  const auto visit = [&](const auto& take) {
    for (const PosteriorState& state : states) take(state);
  };
  const double seconds = seconds_of([&] { predict({fit_case.data, model, visit}, rows); });
  const double after = unit_seconds(matrix);
  return {.data = fit_case.name,
          .rows = kRows,
          .states = states.size(),
          .per_state = seconds / static_cast<double>(states.size()) / (0.5 * (before + after))};
}

}  // namespace lehr::bench

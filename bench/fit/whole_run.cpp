#include <algorithm>
#include <chrono>
#include <cmath>
#include <ctime>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include <bench/fit/costs.hpp>
#include <lehr/samplers/fit.hpp>

namespace lehr::bench {
namespace {

double processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// Collects the draws, of all threads.
class Collection final : public FitStore {
 public:
  explicit Collection(std::size_t chains) : states(chains) {}
  std::optional<std::vector<double>> known_evaluation(std::size_t, std::size_t) const override { return std::nullopt; }
  void keep_evaluation(std::size_t, std::size_t, std::span<const double>) override {}
  std::optional<Kept> known_draws(std::size_t) const override { return std::nullopt; }
  void keep_draw(std::size_t chain, std::size_t, const ChainState& state, const Way&) override {
    states[chain].push_back(state);
  }
  std::vector<std::vector<ChainState>> states;
};

WholeRun run_once(const FitCase& fit_case, std::size_t draws_of_each, int threads) {
  const Model model(fit_case.model, fit_case.data.feature_names);
  FitSettings settings = default_choice().settings;
  settings.draws = draws_of_each;
  settings.evidence.seed = 2;
  Collection store(settings.chains);
  RunContext context;
  context.threads = threads;
  const double processor_start = processor_seconds();
  const auto wall_start = std::chrono::steady_clock::now();
  run_fit(fit_case.data, model, settings, store, context);
  WholeRun run{
      .data = fit_case.name, .threads = threads, .draws = settings.chains * settings.most_draws(), .mixing = {}};
  run.wall_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - wall_start).count();
  run.processor_seconds = processor_seconds() - processor_start;
  run.mixing = mixing_of(store.states);
  return run;
}

}  // namespace

WholeRun measure_whole_run(const FitCase& fit_case, const SamplingCost& known, int threads) {
  const double draws = 1000 * static_cast<double>(known.draws) / known.mixing.effective;
  const double chains = static_cast<double>(default_choice().settings.chains);
  return run_once(fit_case, static_cast<std::size_t>(std::ceil(draws / chains)), threads);
}

SpeedUp measure_speed_up(const FitCase& fit_case, int threads, int rounds) {
  constexpr std::size_t kDraws = 100;
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  SpeedUp result{.data = fit_case.name, .threads = threads, .one_thread = kInfinity, .all_threads = kInfinity};
  for (int round = 0; round < rounds; ++round) {
    result.one_thread = std::min(result.one_thread, run_once(fit_case, kDraws, 1).wall_seconds);
    result.all_threads = std::min(result.all_threads, run_once(fit_case, kDraws, threads).wall_seconds);
  }
  return result;
}

}  // namespace lehr::bench

#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include <bench/fit/cases.hpp>
#include <bench/fit/mixing.hpp>
#include <lehr/samplers/chain.hpp>

namespace lehr::bench {

/// What sampling a posterior costs on one thread, in units of one factorisation of the same size.
struct SamplingCost {
  std::string data;
  std::string choice;
  std::string sampler;  // that was used in the end
  std::optional<double> reach;
  std::optional<double> reach_with_warm_up;
  std::size_t rows = 0;
  std::size_t parameters = 0;
  std::size_t draws = 0;  // of all chains
  Mixing mixing;
  double acceptance_rate = 0;
  double iteration = 0;         // units of one iteration
  double warm_up = 0;           // units of all that comes before the draws
  std::size_t evaluations = 0;  // of warm-up
  double evaluation = 0;        // units of one of them

  double per_effective_draw() const { return iteration * static_cast<double>(draws) / mixing.effective; }
  double of_run() const { return warm_up + iteration * static_cast<double>(draws); }
  double of_thousand() const { return warm_up + 1000 * per_effective_draw(); }
  double with_warm_up() const { return of_thousand() / 1000; }
  bool met() const { return reach && per_effective_draw() <= *reach; }
};

struct SampledCase {
  SamplingCost cost;
  std::vector<std::vector<ChainState>> states;  // by chain
};
SampledCase measure_sampling(const FitCase& fit_case, const FitChoice& choice);

/// A whole run, warm-up included, that ends with about 1000 effective draws.
struct WholeRun {
  std::string data;
  int threads = 1;
  std::size_t draws = 0;  // of all chains
  Mixing mixing;
  double wall_seconds = 0;
  double processor_seconds = 0;
};
/// `known` tells how many draws it takes.
WholeRun measure_whole_run(const FitCase& fit_case, const SamplingCost& known, int threads);

/// The same short run, warm-up included, on one thread and on several.
struct SpeedUp {
  std::string data;
  int threads = 1;
  double one_thread = 0;  // seconds on the wall: the least of the rounds
  double all_threads = 0;
  double reach = 1.9;  // with two threads

  double factor() const { return one_thread / all_threads; }
};
/// Runs them in turns. Only an idle machine tells it truly: it is the one figure here that is taken from the wall.
SpeedUp measure_speed_up(const FitCase& fit_case, int threads, int rounds);

/// Predictions for many rows from the draws of a run, on one thread.
struct PredictionCost {
  std::string data;
  std::size_t rows = 0;    // predicted
  std::size_t states = 0;  // distinct
  double per_state = 0;    // units
  double reach = 1.5;

  bool met() const { return per_state <= reach; }
};
PredictionCost measure_prediction(const FitCase& fit_case, const SampledCase& sampled);

}  // namespace lehr::bench

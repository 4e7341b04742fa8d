#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include <lehr/base/observer.hpp>
#include <lehr/data/dataset.hpp>
#include <lehr/model/model.hpp>
#include <lehr/samplers/random_walk.hpp>
#include <lehr/samplers/target.hpp>

namespace lehr {

/// A point of log theta at which the deterministic target was evaluated.
struct EvaluatedPoint {
  std::vector<double> log_theta;
  double log_density;  // -infinity where the numbers broke down
};

/// What one chain's warm-up leaves: every point it evaluated, and where its walk was after each.
struct WarmUpWalk {
  std::vector<EvaluatedPoint> points;
  std::vector<EvaluatedPoint> path;  // where the walk was after each of its steps
  RandomWalk steps;                  // adapted
};

/// Evaluates the target; a resumed run looks up what it already knows.
using Evaluate = std::function<double(std::span<const double> log_theta)>;

/// Walks on the deterministic target: starts at the best of several draws from the prior, then takes Metropolis steps
/// whose covariance and scale adapt to an acceptance of a quarter. An adapting walk is not a Markov chain: nothing of
/// it is kept but what it learned. `evaluations` counts the tries too.
WarmUpWalk warm_up(const Model& model, std::size_t evaluations, std::uint64_t seed, std::uint64_t chain,
                   const Evaluate& evaluate);

/// What all chains learned together, frozen before any draw is kept.
struct Learned {
  std::vector<EvaluatedPoint> points;     // of all chains
  std::vector<std::vector<double>> path;  // the second halves of all walks, without what was still far from the best
  RandomWalk walk;                        // the shape of the path; the walks' own volume of a step
};
Learned learn(const std::vector<WarmUpWalk>& walks);

}  // namespace lehr

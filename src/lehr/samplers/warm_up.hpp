#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

#include <lehr/model/model.hpp>
#include <lehr/samplers/random_walk.hpp>
#include <lehr/sites/learned_sites.hpp>

namespace lehr {

class Surrogate;

/// A point of log theta at which the deterministic target was evaluated.
struct EvaluatedPoint {
  std::vector<double> log_theta;
  double log_density;         // -infinity where the numbers broke down
  std::vector<double> slope;  // of log_density in log theta; empty where it was not asked for or is not known
  std::shared_ptr<const FoundSites> sites = nullptr;  // of the target there, where they are at hand
};

/// Evaluates the target at points, each on its own. Empty where it was stopped: then warm-up is given up, and made
/// again from what is known.
using Evaluate = std::function<std::optional<std::vector<EvaluatedPoint>>(std::vector<std::vector<double>> log_thetas)>;

/// What warm-up has to do with.
struct WarmUpPlan {
  const Model& model;
  std::size_t chains;
  std::size_t most;  // evaluations of the target, for each chain
  std::uint64_t seed;
  std::stop_token stop = {};
};

/// What warm-up learned for all chains together, frozen before any draw is kept.
struct Learned {
  std::vector<EvaluatedPoint> points;                      // all that were evaluated
  std::vector<std::vector<double>> draws;                  // about as the posterior of log theta
  std::vector<std::vector<double>> starts;                 // where chains begin, one each
  RandomWalk walk;                                         // steps for a random walk
  std::shared_ptr<const Surrogate> surrogate = nullptr;    // of the target, where the sampler learns one
  std::vector<std::vector<double>> modes = {};             // that were found, where they were looked for
  double error = std::numeric_limits<double>::infinity();  // of the surrogate, in nats, at points it had not seen
};

}  // namespace lehr

#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include <lehr/model/model.hpp>
#include <lehr/random/stream.hpp>
#include <lehr/samplers/proposal.hpp>
#include <lehr/samplers/random_walk.hpp>

namespace lehr {

/// A point of log theta at which the deterministic target was evaluated.
struct EvaluatedPoint {
  std::vector<double> log_theta;
  double log_density;  // -infinity where the numbers broke down
};

/// Evaluates the target; a resumed run looks up what it already knows. Empty where it was stopped: then the walk stays
/// as it is.
using Evaluate = std::function<std::optional<double>(std::span<const double> log_theta)>;

/// One chain's warm-up on the deterministic target, an evaluation at a time. An adapting walk is not a Markov chain:
/// nothing of it is kept but what it learned.
class WarmUpWalk {
 public:
  WarmUpWalk(std::size_t parameters, std::uint64_t seed, std::uint64_t chain);

  /// At first tries draws from the prior, to start at the best of them; then takes Metropolis steps whose covariance
  /// and scale adapt to an acceptance of a quarter.
  void step(const Model& model, const Evaluate& evaluate);

  /// Goes on by a Metropolis-Hastings step of a proposal.
  void follow(const Proposal& proposal, const Evaluate& evaluate);

  /// A RunError if no point was found at which the target can be computed.
  void check_start() const;

  const std::vector<EvaluatedPoint>& points() const { return points_; }  // all that were evaluated
  const std::vector<EvaluatedPoint>& path() const { return path_; }      // where the walk was after each step
  const RandomWalk& steps() const { return steps_; }                     // adapted

 private:
  /// Adds the point; false, with the random numbers as they were `before`, where it was not evaluated.
  bool look(std::vector<double> log_theta, const Evaluate& evaluate, const Stream& before);
  void adapt(double acceptance);
  /// Accepts or rejects the last point looked at, with this acceptance ratio; returns its probability.
  double decide(double log_ratio);

  Stream stream_;
  std::vector<EvaluatedPoint> points_;
  std::vector<EvaluatedPoint> path_;
  EvaluatedPoint current_;
  RandomWalk steps_;
  double log_scale_;
};

/// What all chains learned together, frozen before any draw is kept.
struct Learned {
  std::vector<EvaluatedPoint> points;     // of all chains
  std::vector<std::vector<double>> path;  // the second halves of all walks, without what was still far from the best
  RandomWalk walk;                        // the shape of the path; the walks' own volume of a step
};
Learned learn(const std::vector<WarmUpWalk>& walks);

}  // namespace lehr

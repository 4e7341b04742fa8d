#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include <lehr/random/stream.hpp>
#include <lehr/samplers/warm_up.hpp>

namespace lehr {

/// One chain's walk on the deterministic target, an evaluation at a time. An adapting walk is not a Markov chain:
/// nothing of it is kept but what it learned.
class WarmUpWalk {
 public:
  WarmUpWalk(std::size_t parameters, std::uint64_t seed, std::uint64_t chain);

  /// The point to evaluate next: at first tries draws from the prior, to start at the best of them; then Metropolis
  /// steps.
  std::vector<double> next(const Model& model);

  /// What was found there. Covariance and scale of the steps adapt to an acceptance of a quarter.
  void take(EvaluatedPoint point);

  /// A RunError if no point was found at which the target can be computed.
  void check_start() const;

  const std::vector<EvaluatedPoint>& points() const { return points_; }  // all that were evaluated
  const std::vector<EvaluatedPoint>& path() const { return path_; }      // where the walk was after each step
  const RandomWalk& steps() const { return steps_; }                     // adapted

 private:
  void adapt(double acceptance);

  Stream stream_;
  std::vector<EvaluatedPoint> points_;
  std::vector<EvaluatedPoint> path_;
  EvaluatedPoint current_;
  RandomWalk steps_;
  double log_scale_;
};

/// What walks on the same target learned together.
Learned learn(const std::vector<WarmUpWalk>& walks);

/// A walk for each chain, side by side, of as many evaluations as the plan allows. Empty where it was stopped.
std::optional<Learned> learn_by_walking(const WarmUpPlan& plan, const Evaluate& evaluate);

}  // namespace lehr

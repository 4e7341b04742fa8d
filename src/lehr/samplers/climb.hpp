#pragma once

#include <vector>

#include <lehr/linalg/types.hpp>
#include <lehr/samplers/warm_up.hpp>

namespace lehr {

/// On the way from a point up to a mode by quasi-Newton steps (BFGS), an evaluation at a time. It ends where a step
/// promises little: what comes after it learns from a neighbourhood anyway.
class Climb {
 public:
  /// From a point with a slope; without, it is over before it begins.
  explicit Climb(EvaluatedPoint start);

  bool finished() const { return finished_; }
  std::vector<double> next() const;
  void take(EvaluatedPoint point);

  const EvaluatedPoint& top() const { return here_; }

 private:
  void choose_step();

  EvaluatedPoint here_;
  Matrix inverse_;  // of the negated curvature, as far as it is known
  Vector step_;
  bool finished_ = false;
  bool fresh_ = true;  // nothing of the curvature is known
  int steps_ = 0;
  int halvings_ = 0;
};

/// Climbs side by side to their ends, each point evaluated by `look`: fewer of them, or none, where no more may be
/// made. One that is on the way to a mode which another has nearly reached is left. False where `look` was stopped.
bool climb_together(std::vector<Climb>& climbs, const Evaluate& look);

}  // namespace lehr

#pragma once

#include <lehr/linalg/types.hpp>
#include <lehr/sites/damping_rule.hpp>

namespace lehr {

/// Anderson's mixing, which speeds up the iteration x <- g(x) of a map that contracts slowly. The last few points tell
/// how the residual g(x) - x answers to a step; the next point is where, by least squares, it would be smallest. With
/// no points yet it is a plain step of some share of the way.
class Mixing {
 public:
  explicit Mixing(const DampingRule& rule = {}) : memory_(rule.memory), numbers_a_move_(rule.numbers_a_move) {}

  /// The point after x, with residual g(x) - x.
  Vector next(const Vector& x, const Vector& residual, double share);

  /// Begins anew: after a step that led nowhere its points only mislead.
  void forget() { steps_ = 0; }

 private:
  Index memory_;
  Index numbers_a_move_;
  Index steps_ = 0;  // that were made since the beginning
  Vector last_x_;
  Vector last_residual_;
  Matrix moves_;    // of x, a column each
  Matrix answers_;  // how the residual changed
};

}  // namespace lehr

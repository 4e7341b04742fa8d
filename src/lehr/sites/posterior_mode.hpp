#pragma once

#include <optional>

#include <lehr/sites/approximation.hpp>

namespace lehr {

/// Derivatives of log p(y_i | f_i) in f_i, row by row.
struct LikelihoodDerivatives {
  Vector first;
  Vector curvature;  // minus the second, no less than 0
  Vector third;
};
LikelihoodDerivatives likelihood_derivatives(const LatentProblem& problem, const Vector& f);

/// Where p(f | y) is highest.
struct PosteriorMode {
  Vector f;
  Vector alpha;          // K^-1 f
  double log_joint = 0;  // log p(y | f) - alpha' f / 2
  int steps = 0;
  bool converged = false;
};

/// The mode by Newton's method in (alpha, f = K alpha) from f = 0. With r = l'(f) - alpha, which vanishes at the mode,
///   step in alpha = K^-1 Sigma r,   step in f = K (step in alpha).
/// A step is only as large as r, so that errors of Sigma slow the way but do not move its end. Hence the law is
/// conditioned in single precision, half the price, where that serves, and no more once the steps are short. The last
/// factor takes the point from there to the end, O(n^2) a step. Empty when the numbers break down. `law` is the prior
/// under sites; it is left conditioned on any.
std::optional<PosteriorMode> posterior_mode(const LatentProblem& problem, const RunContext& context, Conditioned& law);

}  // namespace lehr

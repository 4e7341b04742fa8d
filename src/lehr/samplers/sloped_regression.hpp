#pragma once

#include <optional>
#include <stop_token>

#include <lehr/linalg/types.hpp>
#include <lehr/samplers/sloped_equations.hpp>

namespace lehr {

/// A smooth function of v in R^p learned from values and slopes, by penalised least squares. It is a quadratic,
/// functions of one variable along some directions, and a radial function exp(-|v - c|^2 / (2 l^2)) around every point,
/// or around 600 of them. The penalty is that of a Gaussian process, for all but the quadratic: the mean of that
/// process on a subset of its basis, which costs no more with slopes than without.
class SlopedRegression {
 public:
  /// Of the radial functions: their width, and how much they are held back.
  struct Smoothness {
    double lengthscale;
    double penalty;
  };

  SlopedRegression() = default;

  /// False when the numbers break down.
  [[nodiscard]] bool fit(const SlopedValues& known, const Smoothness& smoothness);

  /// The one that misses least where every fifth point is left out, of a few. Nothing after a stop request.
  static std::optional<Smoothness> choose(const SlopedValues& known, const std::stop_token& stop = {});

  /// The value at v of so many coordinates, its gradient in `slope`. Allocates nothing.
  double at(const double* v, double* slope) const;

  Index coordinates() const { return linear_.size(); }

 private:
  /// Solves them. False when the numbers break down.
  [[nodiscard]] bool take(const SlopedEquations& equations, const Smoothness& smoothness);

  double constant_ = 0;
  Vector linear_;
  Matrix curvature_;      // symmetric
  Matrix directions_;     // a row each
  Matrix of_directions_;  // coefficients: a column for each, a row for each knot
  Matrix centres_;        // a row each
  Vector radial_;         // weights
  double lengthscale_ = 1;
};

}  // namespace lehr

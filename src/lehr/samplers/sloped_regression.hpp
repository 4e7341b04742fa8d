#pragma once

#include <optional>

#include <lehr/linalg/types.hpp>

namespace lehr {

/// What a smooth function is at some points: a row each.
struct SlopedValues {
  Matrix points;
  Vector values;
  Matrix slopes;   // the same shape as the points; NaN in rows where no slope is known
  Vector weights;  // how much a point counts, 1 for the usual
};

/// A smooth function of v in R^p learned from values and slopes: by penalised least squares a quadratic and a radial
/// function exp(-|v - c|^2 / (2 l^2)) around every point. The penalty is that of a Gaussian process, for the radial
/// functions alone: the mean of that process on a subset of its basis, which costs no more with slopes than without.
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

  /// The one that misses least where every fifth point is left out, of a few.
  static std::optional<Smoothness> choose(const SlopedValues& known);

  /// The value at v of so many coordinates, its gradient in `slope`. Allocates nothing.
  double at(const double* v, double* slope) const;

  Index coordinates() const { return linear_.size(); }

 private:
  double constant_ = 0;
  Vector linear_;
  Matrix curvature_;  // symmetric
  Matrix centres_;    // a row each
  Vector radial_;     // weights
  double lengthscale_ = 1;
};

}  // namespace lehr

#pragma once

#include <array>
#include <cmath>
#include <optional>

#include <lehr/linalg/types.hpp>
#include <lehr/model/coordinates.hpp>

namespace lehr {

/// What a smooth function is at some points: a row each.
struct SlopedValues {
  Matrix points;
  Vector values;
  Matrix slopes;           // the same shape as the points; NaN in rows where no slope is known
  Vector weights;          // how much a point counts, 1 for the usual
  Matrix directions = {};  // unit rows, along each of which a function of one variable is learned as well

  bool has_slope(Index i) const { return std::isfinite(slopes(i, 0)); }
};

/// The normal equations of penalised least squares through values and slopes at n points in R^p. Unknowns are the
/// coefficients of a quadratic, of functions of one variable, and of a radial function around each of R centres.
///
/// Sums over the slopes are never made row by row: a slope of the quadratic has p + 1 terms, and sums over slopes of
/// radial functions follow from products of their values. O(n (q^2 + q R + R^2)) with q = p^2 / 2, where rows would
/// take p times that.
class SlopedEquations {
 public:
  /// Of the functions of one variable, which is about standard normal: one apart.
  static constexpr std::array kKnots = {-5.0, -4.0, -3.0, -2.0, -1.0, 0.0, 1.0, 2.0, 3.0, 4.0};
  static constexpr double kKnotWidth = 1.2;

  /// With a centre at every point; at `most` of them, evenly, where there are more.
  explicit SlopedEquations(SlopedValues known);

  /// Of the radial functions exp(-|v - c|^2 / (2 l^2)). To be set before `solve`.
  void set_lengthscale(double lengthscale);

  /// The coefficients: 1, v_i, v_i v_j for i <= j; exp(-(t - knot)^2 / (2 kKnotWidth^2)) for each knot, t along each
  /// direction in turn; the radial functions. Nothing when the numbers break down.
  std::optional<Vector> solve(double penalty) const;

  const Matrix& centres() const { return centres_; }
  const Matrix& directions() const { return known_.directions; }

  /// What is known by so many points with slopes in so many coordinates.
  static constexpr Index numbers(Index points, Index coordinates) { return points * (1 + coordinates); }
  /// Unknowns but for the radial functions, with a direction for each coordinate.
  static constexpr Index smooth_terms(Index coordinates) {
    return quadratic_term_count(coordinates) + static_cast<Index>(kKnots.size()) * coordinates;
  }

 private:
  void add_slopes_of_quadratic();
  void add_slopes_along_directions();
  /// Its lower triangle.
  Matrix normal_matrix(double penalty) const;

  SlopedValues known_;
  Matrix centres_;    // a row each
  Matrix terms_;      // of the quadratic at each point, a row each
  Vector of_values_;  // squared weights
  Vector of_slopes_;  // the same; 0 where no slope is known
  Matrix along_;      // derivatives of the functions of one variable, in the order of the unknowns
  Matrix slopes_;     // 0 where none is known
  Matrix quadratic_;  // lower triangle
  Matrix cross_;      // R x q
  Matrix radial_;     // lower triangle
  Matrix kernel_;     // of the centres: the penalty, but for its factor
  Vector right_;      // of all unknowns
};

}  // namespace lehr

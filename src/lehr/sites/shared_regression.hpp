#pragma once

#include <optional>
#include <vector>

#include <lehr/linalg/types.hpp>

namespace lehr {

/// Many smooth functions of a few coordinates u from their values at the same points: one Gaussian process regression
/// for all, with the covariance
///   g(u, v) = s phi(u)' phi(v) + exp(-|u - v|^2 / (2 l^2)),   phi the terms of a quadratic,
/// and noise: a quadratic by least squares (with many coordinates a linear function), and what is smooth of the rest.
/// Length-scale and noise are those that miss least at points that were left out.
class SharedRegression {
 public:
  /// How many terms phi has with that many coordinates.
  static Index trend_terms(Index coordinates);

  /// A row of `values` for each point, a column for each function. Columns are weighed by `scales` where misses are
  /// compared. Empty where the numbers break down.
  static std::optional<SharedRegression> learn(std::vector<Vector> points, const Matrix& values, const Vector& scales);

  /// All functions at u.
  Vector at(const Vector& u) const;
  /// Functions first, first + 1, … at many points: a row for each point.
  Matrix at(const Matrix& points, Index first, Index count) const;
  /// In units of what is smooth beside the quadratic: how little is known at u.
  double variance(const Vector& u) const;

  /// What all other points tell of each point: the functions there, and their variance.
  const Matrix& left_out() const { return left_out_; }
  const Vector& variance_left_out() const { return variance_left_out_; }

 private:
  explicit SharedRegression(std::vector<Vector> points);
  [[nodiscard]] bool factorise();
  double covariance(const Vector& u, const Vector& trend, std::size_t point) const;
  Vector covariances(const Vector& u) const;

  std::vector<Vector> points_;
  std::vector<Vector> trends_;  // phi of each point
  double lengthscale_ = 1;      // l
  double noise_ = 1;
  Matrix factor_;   // L L' = G, the covariance of the values at all points
  Matrix weights_;  // G^-1 values
  Matrix left_out_;
  Vector variance_left_out_;
};

}  // namespace lehr

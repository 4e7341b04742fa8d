#pragma once

#include <span>
#include <utility>
#include <vector>

#include <lehr/linalg/types.hpp>

namespace lehr {

/// u = L^-1 (log theta - m): coordinates in which the points they are made from have mean 0 and covariance I.
class Coordinates {
 public:
  Coordinates() = default;
  explicit Coordinates(const std::vector<std::vector<double>>& points);
  /// Those with this m and L.
  Coordinates(Vector mean, Matrix factor) : mean_(std::move(mean)), factor_(std::move(factor)) {}

  const Vector& mean() const { return mean_; }
  const Matrix& factor() const { return factor_; }

  Vector to_u(std::span<const double> log_theta) const;
  std::vector<double> to_log_theta(const Vector& u) const;

 private:
  Vector mean_;    // m
  Matrix factor_;  // L
};

/// The lower factor of the sample covariance of `points`, shrunk towards a multiple of the identity so that it exists
/// for any number of points.
Matrix shape_factor(const std::vector<std::vector<double>>& points);

/// (1, u_1, …, u_p, u_i u_j for i <= j): the terms of a quadratic.
Vector quadratic_terms(const Eigen::Ref<const Vector>& u);

/// How many these are for p coordinates.
constexpr Index quadratic_term_count(Index p) { return 1 + p + p * (p + 1) / 2; }

}  // namespace lehr

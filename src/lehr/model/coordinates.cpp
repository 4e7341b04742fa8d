#include <lehr/model/coordinates.hpp>

#include <algorithm>

#include <Eigen/Dense>

#include <lehr/base/errors.hpp>
#include <lehr/linalg/cholesky.hpp>

namespace lehr {

Matrix shape_factor(const std::vector<std::vector<double>>& points) {
  const auto p = static_cast<Index>(points.front().size());
  const auto n = static_cast<double>(points.size());
  Vector mean = Vector::Zero(p);
  for (const auto& point : points) mean += Eigen::Map<const Vector>(point.data(), p) / n;
  Matrix covariance = Matrix::Zero(p, p);
  for (const auto& point : points) {
    const Vector centred = Eigen::Map<const Vector>(point.data(), p) - mean;
    covariance += centred * centred.transpose() / n;
  }
  // As many points as parameters know nothing of the correlations: mix in the identity with the weight of p + 1 points.
  const double weight = static_cast<double>(p + 1) / (n + static_cast<double>(p + 1));
  const double size = std::max(covariance.trace() / static_cast<double>(p), 1e-6);
  covariance = (1 - weight) * covariance;
  covariance.diagonal().array() += weight * size;
  if (!cholesky_in_place<double>(covariance))
    throw RunError(
        "warm-up left no finite covariance of the parameters: the priors leave them no range that numbers can have; "
        "see --prior-variance and --prior-lengthscale");
  return covariance;
}

Coordinates::Coordinates(const std::vector<std::vector<double>>& points) : factor_(shape_factor(points)) {
  mean_ = Vector::Zero(factor_.rows());
  for (const auto& point : points) {
    mean_ += Eigen::Map<const Vector>(point.data(), mean_.size()) / static_cast<double>(points.size());
  }
}

Vector Coordinates::to_u(std::span<const double> log_theta) const {
  Vector u = Eigen::Map<const Vector>(log_theta.data(), mean_.size()) - mean_;
  factor_.triangularView<Eigen::Lower>().solveInPlace(u);
  return u;
}

std::vector<double> Coordinates::to_log_theta(const Vector& u) const {
  const Vector l = mean_ + factor_.triangularView<Eigen::Lower>() * u;
  return {l.data(), l.data() + l.size()};
}

Vector quadratic_terms(const Eigen::Ref<const Vector>& u) {
  const Index p = u.size();
  Vector terms(quadratic_term_count(p));
  terms(0) = 1;
  terms.segment(1, p) = u;
  for (Index i = 0, k = 1 + p; i < p; ++i) {
    for (Index j = i; j < p; ++j) terms(k++) = u(i) * u(j);
  }
  return terms;
}

}  // namespace lehr

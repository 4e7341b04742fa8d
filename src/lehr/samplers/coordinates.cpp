#include <lehr/samplers/coordinates.hpp>

#include <lehr/samplers/random_walk.hpp>

namespace lehr {

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

#include <lehr/approx/approximation.hpp>

#include <cmath>

#include <Eigen/Dense>

#include <lehr/base/find_named.hpp>

namespace lehr {

bool SitePosterior::complete(const Matrix& covariance) {
  if (!factor.factorise(covariance, sites.precision)) return false;
  complete_from_factor(covariance);
  return std::isfinite(log_normaliser);
}

void SitePosterior::complete_from_factor(const Matrix& covariance) {
  // alpha = nu - W^1/2 B^-1 W^1/2 K nu and mu = K alpha: no inverse of K, none of W.
  const Vector& root = factor.root_precision();
  Vector t = covariance.selfadjointView<Eigen::Lower>() * sites.shift;
  t.array() *= root.array();
  factor.solve_in_place(t);
  alpha = sites.shift - root.cwiseProduct(t);
  mean.noalias() = covariance.selfadjointView<Eigen::Lower>() * alpha;
  is_complete = true;
  log_normaliser = 0.5 * sites.shift.dot(mean) - 0.5 * factor.log_determinant();
}

namespace approximations {

const Approximation& named(std::string_view name) { return find_named(all(), "approximation", name); }

}  // namespace approximations
}  // namespace lehr

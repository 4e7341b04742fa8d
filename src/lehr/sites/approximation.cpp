#include <lehr/sites/approximation.hpp>

#include <cmath>
#include <utility>

#include <Eigen/Dense>

#include <lehr/base/find_named.hpp>

namespace lehr {

bool SitePosterior::complete(const Covariance& covariance) {
  if (!factor.factorise(covariance, sites.precision)) return false;
  complete_from_factor(covariance);
  return std::isfinite(log_normaliser);
}

void SitePosterior::complete_from_factor(const Covariance& covariance) {
  SiteFactor<double>::Mean found = factor.posterior_mean(covariance, sites.shift);
  mean = std::move(found.mean);
  alpha = std::move(found.alpha);
  is_complete = true;
  log_normaliser = 0.5 * sites.shift.dot(mean) - 0.5 * factor.log_determinant();
}

namespace approximations {

const Approximation& named(std::string_view name) { return find_named(all(), "approximation", name); }

}  // namespace approximations
}  // namespace lehr

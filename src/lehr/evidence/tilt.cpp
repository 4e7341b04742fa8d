#include <lehr/evidence/tilt.hpp>

#include <cstddef>

namespace lehr {

double tilt(const LatentProblem& problem, const Sites& sites, std::span<const double> f) {
  const Eigen::Map<const Eigen::ArrayXd> values(f.data(), static_cast<Index>(f.size()));
  const double site_part = (values * (0.5 * sites.precision.array() * values - sites.shift.array())).sum();
  return problem.density.total(f) + site_part;
}

}  // namespace lehr

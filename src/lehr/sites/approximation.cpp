#include <lehr/sites/approximation.hpp>

#include <cmath>
#include <utility>

#include <lehr/base/find_named.hpp>

namespace lehr {

void SitePosterior::begin(const GaussianPrior& prior) {
  law = prior.under_sites(std::move(law));
  log_normaliser = 0;
  log_evidence.reset();
  iterations = 0;
  converged = true;
  is_complete = false;
  has_marginals = false;
}

bool SitePosterior::complete() {
  if (!law->condition(sites, Accuracy::full)) return false;
  has_marginals = false;
  complete_from_law();
  return std::isfinite(log_normaliser);
}

bool SitePosterior::complete_with_marginals() {
  if (!law->condition_with_marginals(sites, Accuracy::full)) return false;
  has_marginals = true;
  complete_from_law();
  return std::isfinite(log_normaliser);
}

void SitePosterior::complete_from_law() {
  PosteriorMean found = law->mean(sites.shift);
  mean = std::move(found.mean);
  alpha = std::move(found.alpha);
  is_complete = true;
  log_normaliser = 0.5 * sites.shift.dot(mean) - 0.5 * law->log_determinant();
}

bool Approximation::fit(const LatentProblem& problem, const ApproximationSettings& settings,
                        SitePosterior& posterior) const {
  posterior.begin(problem.prior);
  return find_sites(problem, settings, posterior);
}

namespace approximations {

const Approximation& named(std::string_view name) { return find_named(all(), "approximation", name); }

}  // namespace approximations
}  // namespace lehr

#include <lehr/posterior/left_out_at_theta.hpp>

#include <utility>

#include <lehr/priors/prior_form.hpp>
#include <lehr/sites/approximation.hpp>
#include <lehr/sites/moment_matching.hpp>

namespace lehr {
namespace {

// From learned sites: of glass, thyroid and breast elpd is that of converged sites to 0.03 nats, with ARD to 0.1.
constexpr int kSweeps = 2;

/// A sweep from there. False where that is so poor a start that it was left, and where the numbers break down.
bool sweep_from(const Sites& start, const LatentProblem& problem, const RunContext& context, SitePosterior& posterior) {
  const ApproximationSettings settings{
      .sweeps = 2, .start = &start, .only_sites = true, .context = {.stop = context.stop}};
  return approximations::named("ep").fit(problem, settings, posterior) && posterior.iterations == 1;
}

bool sweep_from_learned(const LeftOutInput& input, const KernelParameters& theta, const LatentProblem& problem,
                        const RunContext& context, SitePosterior& posterior) {
  if (!input.learned) return false;
  std::optional<FoundSites> found = input.learned->at(input.model.free(theta));
  if (!found) return false;
  Sites sites = std::move(found->sites);
  for (int sweep = 0; sweep < kSweeps; ++sweep) {
    if (!sweep_from(sites, problem, context, posterior)) return false;
    sites = posterior.sites;
  }
  return true;
}

bool converge(const LatentProblem& problem, const RunContext& context, SitePosterior& posterior) {
  const ApproximationSettings settings{.roughly = true, .context = {.stop = context.stop}};
  return approximations::named("ep").fit(problem, settings, posterior);
}

}  // namespace

std::optional<LeftOutAtTheta> left_out_at(const LeftOutInput& input, const KernelParameters& theta,
                                          const RunContext& context) {
  const std::unique_ptr<RowDensity> density = input.model.density(input.data.responses, theta);
  const std::unique_ptr<GaussianPrior> prior =
      choose_prior({input.data, input.model.covariance(theta), Use::sites, context.stop, density->curvature_bound()});
  if (prior == nullptr) return std::nullopt;
  const LatentProblem problem{*prior, *density};
  SitePosterior posterior;
  if (!sweep_from_learned(input, theta, problem, context, posterior) && !converge(problem, context, posterior)) {
    return std::nullopt;
  }
  if (!posterior.complete_with_marginals()) return std::nullopt;
  const Vector variance = posterior.law->marginal_variances();
  Vector logs = log_cavity_integrals(*density, posterior.sites, posterior.mean, variance);
  if (!logs.allFinite()) return std::nullopt;
  Vector own_share = posterior.sites.precision.cwiseProduct(variance);
  return LeftOutAtTheta{std::move(logs), {std::move(posterior.sites), std::move(posterior.mean)}, std::move(own_share)};
}

}  // namespace lehr

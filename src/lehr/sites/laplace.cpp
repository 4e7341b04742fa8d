// Laplace: q matches the mode of p(f | y) and the curvature there. With l = log p(y | f),
//   w = -l''(mu),  nu = W mu + l'(mu),  log Z_LA = log p(y | mu) - a' mu / 2 - log |I + K W| / 2,  a = K^-1 mu =
//   l'(mu).
// The mode by posterior_mode.hpp, then one factorisation there, in double precision.

#include <cmath>
#include <optional>

#include <lehr/sites/approximation.hpp>
#include <lehr/sites/posterior_mode.hpp>

namespace lehr::approximations {
namespace {

class Laplace final : public Approximation {
 public:
  std::string_view name() const override { return "laplace"; }
  std::string_view formula() const override { return "mode and curvature of the posterior of f"; }

  std::optional<double> log_evidence(const LatentProblem& /*problem*/, SitePosterior& posterior) const override {
    return posterior.log_evidence;
  }

  /// The explicit part of d log Z / dK is (a a' - R) / 2 with R = W^1/2 B^-1 W^1/2. The mode moves too, by
  /// (I - K R) dK l'(mu), and pulls log |B| along: that adds u l'(mu)' with u = (I - R K) (Sigma_ii l'''_i / 2), which
  /// is the alpha of a posterior with the shift Sigma_ii l'''_i / 2.
  std::optional<std::vector<double>> gradient(const LatentProblem& problem, SitePosterior& posterior) const override {
    if (!posterior.law->condition_with_marginals(posterior.sites, Accuracy::full)) return std::nullopt;
    const LikelihoodDerivatives d = likelihood_derivatives(problem, posterior.mean);
    const Vector u = posterior.law->alpha(0.5 * posterior.law->marginal_variances().cwiseProduct(d.third));
    Matrix left(u.size(), 2);
    Matrix right(u.size(), 2);
    left << posterior.alpha, 2 * u;
    right << posterior.alpha, d.first;
    return posterior.law->gradient(left, right);
  }

 protected:
  bool find_sites(const LatentProblem& problem, const ApproximationSettings& settings,
                  SitePosterior& posterior) const override {
    const std::optional<PosteriorMode> mode = posterior_mode(problem, settings.context, *posterior.law);
    if (!mode) return false;
    posterior.iterations = mode->steps;
    posterior.converged = mode->converged;
    const LikelihoodDerivatives d = likelihood_derivatives(problem, mode->f);
    posterior.sites = {d.curvature, d.curvature.cwiseProduct(mode->f) + d.first};
    if (!posterior.complete()) return false;
    posterior.log_evidence = mode->log_joint - 0.5 * posterior.law->log_determinant();
    return std::isfinite(*posterior.log_evidence);
  }
};

}  // namespace

const Approximation& laplace() {
  static const Laplace approximation;
  return approximation;
}

}  // namespace lehr::approximations

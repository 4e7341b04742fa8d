// Laplace: q matches the mode of p(f | y) and the curvature there. With l = log p(y | f),
//   w = -l''(mu),  nu = W mu + l'(mu),  log Z_LA = log p(y | mu) - a' mu / 2 - log |B| / 2,  a = K^-1 mu = l'(mu).
// The mode by posterior_mode.hpp, then one factorisation there, in double precision.

#include <cmath>
#include <optional>

#include <Eigen/Dense>

#include <lehr/sites/approximation.hpp>
#include <lehr/sites/posterior_mode.hpp>

namespace lehr::approximations {
namespace {

class Laplace final : public Approximation {
 public:
  std::string_view name() const override { return "laplace"; }
  std::string_view formula() const override { return "mode and curvature of the posterior of f"; }

  bool fit(const LatentProblem& problem, const ApproximationSettings& settings,
           SitePosterior& posterior) const override {
    const std::optional<PosteriorMode> mode = posterior_mode(problem, settings.context, posterior);
    if (!mode) return false;
    posterior.iterations = mode->steps;
    posterior.converged = mode->converged;
    const LikelihoodDerivatives d = likelihood_derivatives(problem, mode->f);
    posterior.sites = {d.curvature, d.curvature.cwiseProduct(mode->f) + d.first};
    if (!posterior.complete(problem.covariance)) return false;
    posterior.log_evidence = mode->log_joint - 0.5 * posterior.factor.log_determinant();
    return std::isfinite(*posterior.log_evidence);
  }

  std::optional<double> log_evidence(const LatentProblem& /*problem*/, SitePosterior& posterior) const override {
    return posterior.log_evidence;
  }

  /// The explicit part is (a a' - W^1/2 B^-1 W^1/2) / 2. The mode moves too, by (I - K R) dK l'(mu) with
  /// R = W^1/2 B^-1 W^1/2, and pulls log |B| along: that adds u l'(mu)' with u = (I - R K) (Sigma_ii l'''_i / 2).
  bool sensitivity(const LatentProblem& problem, SitePosterior& posterior, Matrix& out) const override {
    if (problem.covariance.is_factored()) return false;
    if (!posterior.factor.factorise_with_inverse(problem.covariance, posterior.sites.precision)) return false;
    posterior.factor.inverse(out);
    const Vector& root = posterior.factor.root_precision();
    const LikelihoodDerivatives d = likelihood_derivatives(problem, posterior.mean);

    const Vector s = 0.5 * posterior.factor.marginal_variances(problem.covariance).cwiseProduct(d.third);
    Vector t = problem.covariance * s;
    t.array() *= root.array();
    posterior.factor.solve_in_place(t);
    const Vector u = s - root.cwiseProduct(t);

    const Index n = out.rows();
    for (Index j = 0; j < n; ++j) {
      const Index below = n - j;
      out.col(j).tail(below) = 0.5 * (posterior.alpha.tail(below) * posterior.alpha(j) -
                                      root.tail(below).cwiseProduct(out.col(j).tail(below)) * root(j) +
                                      u.tail(below) * d.first(j) + d.first.tail(below) * u(j));
    }
    return true;
  }
};

}  // namespace

const Approximation& laplace() {
  static const Laplace approximation;
  return approximation;
}

}  // namespace lehr::approximations

// Laplace: q matches the mode of p(f | y) and the curvature there. With l = log p(y | f),
//   w = -l''(mu),  nu = W mu + l'(mu),  log Z_LA = log p(y | mu) - a' mu / 2 - log |B| / 2,  a = K^-1 mu = l'(mu).
// The mode by Newton's method in (a, f = K a), Rasmussen & Williams (2006) Algorithm 3.1: one factorisation a step, 6
// to 10 steps from f = 0, then one more factorisation at the mode.

#include <algorithm>
#include <cmath>
#include <cstddef>

#include <Eigen/Dense>

#include <lehr/approx/approximation.hpp>

namespace lehr::approximations {
namespace {

constexpr double kTolerance = 1e-10;  // of the objective
constexpr double kNoGain = 1e-17;     // a step that gains less moves f by less than log |B| can tell
constexpr int kMostSteps = 200;
constexpr int kMostHalvings = 60;

struct Derivatives {
  Vector first;
  Vector curvature;  // -l'' >= 0
  Vector third;
};

Derivatives derivatives(const LatentProblem& problem, const Vector& f) {
  const Index n = f.size();
  Derivatives d{Vector(n), Vector(n), Vector(n)};
  for (Index i = 0; i < n; ++i) {
    const LogDensity l = problem.likelihood.log_density(problem.y[static_cast<std::size_t>(i)], f(i));
    d.first(i) = l.first;
    d.curvature(i) = std::max(0.0, -l.second);
    d.third(i) = l.third;
  }
  return d;
}

/// log p(y | f) - a' f / 2, the log of the joint density but for a constant.
double objective(const LatentProblem& problem, const Vector& a, const Vector& f) {
  const std::span<const double> values(f.data(), static_cast<std::size_t>(f.size()));
  return problem.likelihood.total_log_density(problem.y, values) - 0.5 * a.dot(f);
}

class Laplace final : public Approximation {
 public:
  std::string_view name() const override { return "laplace"; }
  std::string_view formula() const override { return "mode and curvature of the posterior of f"; }

  bool fit(const LatentProblem& problem, const ApproximationSettings& settings,
           SitePosterior& posterior) const override {
    const auto n = static_cast<Index>(problem.y.size());
    Vector f = Vector::Zero(n);
    Vector a = Vector::Zero(n);
    double current = objective(problem, a, f);
    posterior.converged = false;
    for (posterior.iterations = 0; posterior.iterations < kMostSteps && !posterior.converged;) {
      settings.context.progress("Laplace approximation", 0);
      const Derivatives d = derivatives(problem, f);
      // A step of Newton's method is the posterior mean at the sites of the current f.
      posterior.sites = {d.curvature, d.curvature.cwiseProduct(f) + d.first};
      if (!posterior.complete(problem.covariance)) return false;
      ++posterior.iterations;
      Vector step_a = posterior.alpha - a;
      Vector step_f = posterior.mean - f;
      const double gain = 0.5 * step_f.dot(d.first - a);  // predicted by the quadratic model
      if (gain < kNoGain) {                               // the factor at hand is the one at the mode
        posterior.converged = true;
        return finish(current, posterior);
      }
      posterior.converged = gain < kTolerance;
      double scale = 1;
      double next = objective(problem, a + step_a, f + step_f);
      for (int halvings = 0; !(next >= current - kTolerance) && halvings < kMostHalvings; ++halvings) {
        scale *= 0.5;
        next = objective(problem, a + scale * step_a, f + scale * step_f);
      }
      if (!std::isfinite(next)) return false;
      a += scale * step_a;
      f += scale * step_f;
      current = next;
    }
    const Derivatives d = derivatives(problem, f);
    posterior.sites = {d.curvature, d.curvature.cwiseProduct(f) + d.first};
    return posterior.complete(problem.covariance) && finish(current, posterior);
  }

  std::optional<double> log_evidence(const LatentProblem& /*problem*/, SitePosterior& posterior) const override {
    return posterior.log_evidence;
  }

  /// The explicit part is (a a' - W^1/2 B^-1 W^1/2) / 2. The mode moves too, by (I - K R) dK l'(mu) with
  /// R = W^1/2 B^-1 W^1/2, and pulls log |B| along: that adds u l'(mu)' with u = (I - R K) (Sigma_ii l'''_i / 2).
  bool sensitivity(const LatentProblem& problem, SitePosterior& posterior, Matrix& out) const override {
    if (!posterior.factor.factorise_with_inverse(problem.covariance, posterior.sites.precision)) return false;
    posterior.factor.inverse(out);
    const Vector& root = posterior.factor.root_precision();
    const Derivatives d = derivatives(problem, posterior.mean);

    const Vector s = 0.5 * posterior.factor.marginal_variances(problem.covariance).cwiseProduct(d.third);
    Vector t = problem.covariance.selfadjointView<Eigen::Lower>() * s;
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

 private:
  static bool finish(double objective_at_mode, SitePosterior& posterior) {
    posterior.log_evidence = objective_at_mode - 0.5 * posterior.factor.log_determinant();
    return std::isfinite(*posterior.log_evidence);
  }
};

}  // namespace

const Approximation& laplace() {
  static const Laplace approximation;
  return approximation;
}

}  // namespace lehr::approximations

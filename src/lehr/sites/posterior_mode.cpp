#include <lehr/sites/posterior_mode.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>

#include <Eigen/Dense>

namespace lehr {
namespace {

// The first two are limits of rounding. The next two say only how often it factorises on its way, which is counted
// (tests/counts/estimate_work_test.cpp), and not where it ends. The last two end what never would.
constexpr double kNoGain = 1e-17;    // a step that gains less moves f by less than log |B| can tell
constexpr double kRounding = 1e-10;  // a step may seem to lose this much of the log joint density
constexpr double kShortStep = 1e-2;  // a step that gains less leaves the curvature nearly as it was
constexpr double kProgress = 0.1;    // what an old factor gains in a step, at most, of what the step before gained
constexpr int kMostSteps = 200;
constexpr int kMostHalvings = 60;

double log_joint(const LatentProblem& problem, const Vector& alpha, const Vector& f) {
  const std::span<const double> values(f.data(), static_cast<std::size_t>(f.size()));
  return problem.density.total(values) - 0.5 * alpha.dot(f);
}

/// Goes along the step, or as much of it as does not lead down. False when there is no such way.
bool advance(const LatentProblem& problem, const Vector& step, const Vector& step_f, PosteriorMode& mode) {
  double scale = 1;
  double next = log_joint(problem, mode.alpha + step, mode.f + step_f);
  for (int halvings = 0; !(next >= mode.log_joint - kRounding) && halvings < kMostHalvings; ++halvings) {
    scale *= 0.5;
    next = log_joint(problem, mode.alpha + scale * step, mode.f + scale * step_f);
  }
  mode.alpha += scale * step;
  mode.f += scale * step_f;
  mode.log_joint = next;
  return std::isfinite(next);
}

/// Climbs from `mode` to the top with the law conditioned as accurately. False when the numbers break down, and after a
/// stop request.
bool climb(const LatentProblem& problem, Conditioned& law, Accuracy accuracy, const RunContext& context,
           PosteriorMode& mode) {
  bool old_factor = false;
  double last_gain = std::numeric_limits<double>::infinity();
  for (int steps = 0; steps < kMostSteps && !mode.converged; ++steps) {
    if (context.stopped()) return false;
    context.progress("Laplace approximation", 0);
    const LikelihoodDerivatives d = likelihood_derivatives(problem, mode.f);
    if (!old_factor && !law.condition({.precision = d.curvature, .shift = {}}, accuracy)) return false;
    const Vector residual = d.first - mode.alpha;
    const Vector step = law.alpha(residual);
    const Vector step_f = problem.prior.multiply(step);
    const double gain = 0.5 * step_f.dot(residual);  // as the quadratic model predicts it
    if (!std::isfinite(gain)) return false;
    if (old_factor && gain > kProgress * last_gain) {  // it has led as far as it can
      old_factor = false;
      continue;
    }
    if (!advance(problem, step, step_f, mode)) return false;
    ++mode.steps;
    mode.converged = gain < kNoGain;
    old_factor = gain < kShortStep;
    last_gain = gain;
  }
  return true;
}

}  // namespace

LikelihoodDerivatives likelihood_derivatives(const LatentProblem& problem, const Vector& f) {
  const Index n = f.size();
  LikelihoodDerivatives d{Vector(n), Vector(n), Vector(n)};
  for (Index i = 0; i < n; ++i) {
    const LogDensity l = problem.density.log_density(static_cast<std::size_t>(i), f(i));
    d.first(i) = l.first;
    d.curvature(i) = std::max(0.0, -l.second);
    d.third(i) = l.third;
  }
  return d;
}

std::optional<PosteriorMode> posterior_mode(const LatentProblem& problem, const RunContext& context, Conditioned& law) {
  const Index n = problem.prior.size();
  PosteriorMode start{Vector::Zero(n), Vector::Zero(n)};
  start.log_joint = log_joint(problem, start.alpha, start.f);
  PosteriorMode mode = start;
  if (climb(problem, law, Accuracy::rough, context, mode) && mode.converged) return mode;
  mode = start;
  if (!climb(problem, law, Accuracy::full, context, mode)) return std::nullopt;
  return mode;
}

}  // namespace lehr

// Expectation propagation: each site is chosen so that q and (q without the site) times the row's likelihood agree in
// mean and variance. All sites are updated at once from the marginals N(mu_i, v_i) of q. With the cavity
//   b = 1 - w v,  vc = v / b,  mc = (mu - v nu) / b
// and log Z(mc) = log of the integral of p(y | f) N(f | mc, vc), g = d log Z / d mc, h = -d2 log Z / d mc2, the new
// site is
//   w = h / (1 - vc h),  nu = (g + mc h) / (1 - vc h),
//   log Z_EP = log Zq + sum [ log Z - log(b) / 2 + (w mu^2 - 2 nu mu + v nu^2) / (2 b) ],
// forms in which nothing cancels. EP need not have converged for an estimator built on its sites to be exact.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <utility>

#include <Eigen/Dense>

#include <lehr/sites/approximation.hpp>
#include <lehr/sites/mixing.hpp>

namespace lehr::approximations {
namespace {

constexpr double kFirstStep = 0.8;  // of the way from the old sites to the new ones
constexpr double kSmallestStep = 0.05;
constexpr double kTolerance = 1e-8;       // of log Z_EP between sweeps
constexpr double kMatched = 1e-7;         // mismatch of the moments, in units of the marginal sd and variance
constexpr double kRoughlyMatched = 3e-5;  // where single precision has done its work
constexpr double kLooselyMatched =
    1e-4;                              // log Z_EP, which does not change to first order, is off by n times its square
constexpr double kStallsBelow = 1e-3;  // a mismatch that stops shrinking below this is single precision's rounding
constexpr double kSetback = 1.2;       // a mismatch that grows by more means that the last step was too long
constexpr double kClearly = 0.95;      // of the smallest mismatch so far
constexpr int kMostStalled = 4;
constexpr int kMostSetbacks = 4;  // after which it goes on by plain steps
constexpr int kMostSweeps = 1000;
constexpr int kMostSettled = 100;          // that match loosely and no better: rounding, where variances are huge
constexpr int kSweepsFromStart = 1;        // where a start is given
constexpr double kPoorStart = 0.5;         // a mismatch at which a start is worse than none
constexpr double kLeastPrecision = 1e-14;  // a site with w = 0 would have no scale

/// What one sweep finds.
struct Sweep {
  Sites sites;              // undamped
  double mismatch = 0;      // largest difference between the moments of q and the matched ones
  double log_evidence = 0;  // less log Zq
  Vector mean;              // of q before the sites move
};

/// New sites from the marginals of q under the old ones. O(n).
Sweep match_moments(const LatentProblem& problem, const Sites& sites, const Vector& mean, const Vector& variance) {
  const Index n = mean.size();
  Sweep sweep{.sites = {Vector(n), Vector(n)}, .mean = {}};
  for (Index i = 0; i < n; ++i) {
    const double w = sites.precision(i);
    const double nu = sites.shift(i);
    const double v = variance(i);
    const double b = std::max(1 - w * v, 1e-15);
    const double cavity_variance = v / b;
    const double cavity_mean = (mean(i) - v * nu) / b;
    const CavityIntegral z =
        problem.likelihood.cavity_integral(problem.y[static_cast<std::size_t>(i)], cavity_mean, cavity_variance);
    const double h = -z.second;
    const double left = std::max(1 - cavity_variance * h, 1e-15);  // matched variance / cavity variance
    sweep.sites.precision(i) = std::max(h / left, kLeastPrecision);
    sweep.sites.shift(i) = (z.first + cavity_mean * h) / left;
    sweep.log_evidence +=
        z.log_value - 0.5 * std::log(b) + (w * mean(i) * mean(i) - 2 * nu * mean(i) + v * nu * nu) / (2 * b);
    const double mean_mismatch = std::abs(cavity_mean + cavity_variance * z.first - mean(i)) / std::sqrt(v);
    const double variance_mismatch = std::abs(cavity_variance * left / v - 1);
    sweep.mismatch = std::max({sweep.mismatch, mean_mismatch, variance_mismatch});
  }
  return sweep;
}

void move_sites(Sites& sites, const Sweep& sweep, double step) {
  sites.precision += step * (sweep.sites.precision - sites.precision);
  sites.shift += step * (sweep.sites.shift - sites.shift);
}

/// Sites on their way, sped up by mixing where they shall converge: on its way it may pass sites that are poor, so a
/// given number of sweeps goes without. How far they move is cut when the mismatch grows, which ends oscillations;
/// where that does not help, the steps are plain and cut until the mismatch shrinks steadily.
class Iteration {
 public:
  Iteration(const LatentProblem& problem, const ApproximationSettings& settings)
      : problem_(&problem), settings_(&settings) {
    if (settings.start == nullptr) {
      begin_without_sites();
    } else {
      sites_ = *settings.start;
      wanted_ = kSweepsFromStart;
    }
  }

  int sweeps() const { return sweeps_; }
  bool wants_more() const { return sweeps_ < wanted_; }
  const Sites& sites() const { return sites_; }
  const Vector& last_mean() const { return last_mean_; }  // before the last move

  /// Factorises at the current sites and matches moments there, without moving. Empty when the numbers break down.
  template <class Scalar>
  std::optional<Sweep> look(const CovarianceOf<Scalar>& k, SiteFactor<Scalar>& factor) const {
    settings_->context.progress("expectation propagation",
                                settings_->sweeps ? double(sweeps_) / *settings_->sweeps : 0);
    if (!factor.factorise_with_inverse(k, sites_.precision)) return std::nullopt;
    Vector mean = factor.posterior_mean(k, sites_.shift).mean.template cast<double>();
    Sweep sweep = match_moments(*problem_, sites_, mean, factor.marginal_variances(k));
    sweep.mean = std::move(mean);
    if (!std::isfinite(sweep.mismatch) || !std::isfinite(sweep.log_evidence)) return std::nullopt;
    return sweep;
  }

  bool stalls(const Sweep& sweep) const { return sweep.mismatch > 0.9 * last_mismatch_; }

  /// Where the numbers break down at a start that was given, it goes on without. False where there is no other way.
  bool leave_start() {
    if (!is_at_start()) return false;
    begin_without_sites();
    return true;
  }

  void move(const Sweep& sweep) {
    if (is_at_start() && sweep.mismatch > kPoorStart) return begin_without_sites();
    if (!settings_->sweeps && setbacks_ < kMostSetbacks) {
      mix(sweep);
    } else {
      if (stalls(sweep)) step_ = std::max(kSmallestStep, 0.5 * step_);
      move_sites(sites_, sweep, step_);
    }
    last_mismatch_ = sweep.mismatch;
    last_mean_ = sweep.mean;
    ++sweeps_;
  }

 private:
  bool is_at_start() const { return settings_->start != nullptr && sweeps_ == 0; }

  /// The first sweep from no sites is free: the marginals are the prior's.
  void begin_without_sites() {
    const auto n = static_cast<Index>(problem_->y.size());
    sites_ = {Vector::Zero(n), Vector::Zero(n)};
    move_sites(sites_, match_moments(*problem_, sites_, Vector::Zero(n), problem_->covariance.diagonal()), step_);
    sweeps_ = 1;
    wanted_ = settings_->sweeps.value_or(kMostSweeps);
  }

  void mix(const Sweep& sweep) {
    stalled_ = sweep.mismatch < kClearly * best_mismatch_ ? 0 : stalled_ + 1;
    best_mismatch_ = std::min(best_mismatch_, sweep.mismatch);
    if (sweep.mismatch > kSetback * last_mismatch_ || stalled_ > kMostStalled) {
      stalled_ = 0;
      ++setbacks_;
      step_ = setbacks_ == kMostSetbacks ? kFirstStep : 0.5 * step_;
      mixing_.forget();
    }
    const Index n = sites_.shift.size();
    Vector at(2 * n);
    at << sites_.precision, sites_.shift;
    Vector residual(2 * n);
    residual << sweep.sites.precision - sites_.precision, sweep.sites.shift - sites_.shift;
    const Vector next = mixing_.next(at, residual, step_);
    // Mixing knows nothing of what a precision may be: it stays between a part and some times of what the sites say.
    sites_.precision = next.head(n)
                           .cwiseMax(0.2 * sites_.precision.cwiseMin(sweep.sites.precision))
                           .cwiseMin(5 * sites_.precision.cwiseMax(sweep.sites.precision))
                           .eval();
    sites_.shift = next.tail(n);
  }

  const LatentProblem* problem_;
  const ApproximationSettings* settings_;
  Sites sites_;
  Vector last_mean_;
  Mixing mixing_;
  double step_ = kFirstStep;
  int setbacks_ = 0;
  int stalled_ = 0;  // sweeps since the mismatch was clearly the smallest
  double best_mismatch_ = std::numeric_limits<double>::infinity();
  double last_mismatch_ = std::numeric_limits<double>::infinity();
  int sweeps_ = 0;
  int wanted_ = 0;
};

/// Sweeps in single precision: as many as are wanted or, to convergence, until the sites are as good as it can make
/// them. False when the numbers break down.
bool sweep_roughly(Iteration& iteration, bool to_convergence, const CovarianceOf<float>& k, SiteFactor<float>& factor) {
  while (iteration.wants_more()) {
    const std::optional<Sweep> sweep = iteration.look(k, factor);
    if (!sweep && iteration.leave_start()) continue;
    if (!sweep) return false;
    const bool rounding = sweep->mismatch < kStallsBelow && iteration.stalls(*sweep);
    if (to_convergence && (rounding || sweep->mismatch < kRoughlyMatched)) break;
    iteration.move(*sweep);
  }
  return true;
}

class ExpectationPropagation final : public Approximation {
 public:
  std::string_view name() const override { return "ep"; }
  std::string_view formula() const override { return "sites that match means and variances (expectation propagation)"; }

  bool sweeps() const override { return true; }

  bool fit(const LatentProblem& problem, const ApproximationSettings& settings,
           SitePosterior& posterior) const override {
    posterior.log_evidence.reset();
    posterior.is_complete = false;
    posterior.log_normaliser = 0;
    Iteration iteration(problem, settings);
    if (single_precision_finds_sites(problem.covariance)) {
      // Any deterministic sites keep an estimate exact, so single precision may find them.
      SitePosterior::Rough& rough = posterior.rough;
      rough.covariance = problem.covariance.matrix().cast<float>();
      if (!sweep_roughly(iteration, !settings.sweeps, problem.covariance.in_same_form(rough.covariance), rough.factor))
        iteration = Iteration(problem, settings);
    }
    return settings.sweeps ? finish_after_sweeps(problem, settings, iteration, posterior)
                           : converge(problem, settings, iteration, posterior);
  }

  std::optional<double> log_evidence(const LatentProblem& problem, SitePosterior& posterior) const override {
    if (posterior.log_evidence) return posterior.log_evidence;
    // Not posterior.factor: estimates draw from that, and must not change a bit because someone asked for this first.
    SiteFactor<double> factor;
    if (!factor.factorise_with_inverse(problem.covariance, posterior.sites.precision)) return std::nullopt;
    const Sweep sweep =
        match_moments(problem, posterior.sites, posterior.mean, factor.marginal_variances(problem.covariance));
    posterior.log_evidence = posterior.log_normaliser + sweep.log_evidence;
    return posterior.log_evidence;
  }

  /// At convergence log Z_EP does not change with the sites, so only the explicit part is left:
  /// (alpha alpha' - W^1/2 B^-1 W^1/2) / 2.
  bool sensitivity(const LatentProblem& problem, SitePosterior& posterior, Matrix& out) const override {
    if (problem.covariance.is_factored()) return false;
    if (!posterior.factor.is_inverted() &&
        !posterior.factor.factorise_with_inverse(problem.covariance, posterior.sites.precision)) {
      return false;
    }
    posterior.factor.inverse(out);
    const Vector& root = posterior.factor.root_precision();
    const Index n = out.rows();
    for (Index j = 0; j < n; ++j) {
      const Index below = n - j;
      out.col(j).tail(below) = 0.5 * (posterior.alpha.tail(below) * posterior.alpha(j) -
                                      root.tail(below).cwiseProduct(out.col(j).tail(below)) * root(j));
    }
    return true;
  }

 private:
  static bool finish_after_sweeps(const LatentProblem& problem, const ApproximationSettings& settings,
                                  Iteration& iteration, SitePosterior& posterior) {
    while (iteration.wants_more()) {  // none are left if single precision did them
      const std::optional<Sweep> sweep = iteration.look(problem.covariance, posterior.factor);
      if (!sweep && iteration.leave_start()) continue;
      if (!sweep) return false;
      iteration.move(*sweep);
    }
    posterior.sites = iteration.sites();
    posterior.iterations = iteration.sweeps();
    posterior.converged = true;  // as many sweeps as were asked for
    if (settings.only_sites && iteration.last_mean().size() > 0) {
      posterior.mean = iteration.last_mean();
      return true;
    }
    return posterior.complete(problem.covariance);
  }

  static bool converge(const LatentProblem& problem, const ApproximationSettings& settings, Iteration& iteration,
                       SitePosterior& posterior) {
    double last = std::numeric_limits<double>::infinity();
    double best_mismatch = std::numeric_limits<double>::infinity();
    int settled = 0;  // sweeps since the mismatch was clearly the smallest
    for (;;) {
      const std::optional<Sweep> sweep = iteration.look(problem.covariance, posterior.factor);
      if (!sweep) return false;
      posterior.sites = iteration.sites();
      posterior.complete_from_factor(problem.covariance);
      posterior.log_evidence = posterior.log_normaliser + sweep->log_evidence;
      posterior.iterations = iteration.sweeps();
      posterior.converged = settings.roughly
                                ? sweep->mismatch < kLooselyMatched
                                : sweep->mismatch < kMatched && std::abs(*posterior.log_evidence - last) < kTolerance;
      const bool better = sweep->mismatch < kClearly * best_mismatch;
      settled = better ? 0 : settled + 1;
      if (better) best_mismatch = sweep->mismatch;
      if (posterior.converged || (settled > kMostSettled && sweep->mismatch < kLooselyMatched) ||
          iteration.sweeps() >= kMostSweeps) {
        return std::isfinite(*posterior.log_evidence);
      }
      last = *posterior.log_evidence;
      iteration.move(*sweep);
    }
  }
};

}  // namespace

const Approximation& ep() {
  static const ExpectationPropagation approximation;
  return approximation;
}

}  // namespace lehr::approximations

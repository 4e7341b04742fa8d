// Expectation propagation: sweeps of moment_matching.hpp, all sites at once from the marginals of q, damped by
// damping.hpp, until nothing moves or as often as was asked for. EP need not have converged for an estimator built on
// its sites to be exact; and any deterministic sites keep it exact, so single precision goes first.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include <lehr/sites/approximation.hpp>
#include <lehr/sites/damping.hpp>
#include <lehr/sites/moment_matching.hpp>

namespace lehr::approximations {
namespace {

// What ends the sweeps. The first three are what rounding leaves, in double and in float; none is tuned for speed, and
// `scripts/bench --damping` counts the sweeps that they lead to.
constexpr double kTolerance = 1e-8;       // of log Z_EP between sweeps
constexpr double kMatched = 1e-7;         // mismatch of the moments, in units of the marginal sd and variance
constexpr double kRoughlyMatched = 3e-5;  // where single precision has done its work
constexpr double kLooselyMatched =
    1e-4;                              // log Z_EP, which does not change to first order, is off by n times its square
constexpr double kStallsBelow = 1e-3;  // a mismatch that stops shrinking below this is single precision's rounding
constexpr double kClearly = 0.95;      // of an earlier mismatch: less than that is progress
constexpr int kMostSweeps = 1000;
constexpr std::ptrdiff_t kHalfWindow = 50;  // sweeps after which it should match better, but for rounding
constexpr int kSweepsFromStart = 1;         // where a start is given: docs/decisions/0014-learned-sites-serve-alone.md
constexpr double kPoorStart = 0.5;          // a mismatch at which a start is worse than none; a guess, not measured

/// Sites on their way.
class Iteration {
 public:
  Iteration(const LatentProblem& problem, const ApproximationSettings& settings)
      : problem_(&problem), settings_(&settings), damping_(!settings.sweeps, settings.damping) {
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
  bool stalls(const MatchedSites& matched) const { return damping_.stalls(matched); }

  /// Conditions on the current sites and matches moments there, without moving. Empty when the numbers break down,
  /// and after a stop request.
  std::optional<MatchedSites> look(Conditioned& law, Accuracy accuracy) {
    if (settings_->context.stopped()) return std::nullopt;
    settings_->context.progress("expectation propagation",
                                settings_->sweeps ? double(sweeps_) / *settings_->sweeps : 0);
    if (!law.condition_with_marginals(sites_, accuracy)) return std::nullopt;
    mean_ = law.mean(sites_.shift).mean;
    const Vector variances = law.marginal_variances();
    if (!variances.allFinite()) return std::nullopt;
    MatchedSites matched = match_moments(problem_->density, sites_, mean_, variances);
    if (!std::isfinite(matched.mismatch) || !std::isfinite(matched.log_evidence)) return std::nullopt;
    return matched;
  }

  /// Where the numbers break down at a start that was given, it goes on without. False where there is no other way.
  bool leave_start() {
    if (!is_at_start()) return false;
    begin_without_sites();
    return true;
  }

  void move(const MatchedSites& matched) {
    if (is_at_start() && matched.mismatch > kPoorStart) return begin_without_sites();
    damping_.move(sites_, matched);
    last_mean_ = mean_;
    ++sweeps_;
  }

 private:
  bool is_at_start() const { return settings_->start != nullptr && sweeps_ == 0; }

  /// The first sweep from no sites is free: the marginals are the prior's.
  void begin_without_sites() {
    const Index n = problem_->prior.size();
    sites_ = {Vector::Zero(n), Vector::Zero(n)};
    damping_.move_first(
        sites_, match_moments(problem_->density, sites_, Vector::Zero(n), problem_->prior.marginal_variances()));
    sweeps_ = 1;
    wanted_ = settings_->sweeps.value_or(kMostSweeps);
  }

  const LatentProblem* problem_;
  const ApproximationSettings* settings_;
  Damping damping_;
  Sites sites_;
  Vector mean_;  // of q at the last look
  Vector last_mean_;
  int sweeps_ = 0;
  int wanted_ = 0;
};

/// Sweeps in single precision: as many as are wanted or, to convergence, until the sites are as good as it can make
/// them. False when the numbers break down.
bool sweep_roughly(Iteration& iteration, bool to_convergence, Conditioned& law) {
  while (iteration.wants_more()) {
    const std::optional<MatchedSites> matched = iteration.look(law, Accuracy::rough);
    if (!matched && iteration.leave_start()) continue;
    if (!matched) return false;
    const bool rounding = matched->mismatch < kStallsBelow && iteration.stalls(*matched);
    if (to_convergence && (rounding || matched->mismatch < kRoughlyMatched)) break;
    iteration.move(*matched);
  }
  return true;
}

/// Whether the largest mismatch of the last sweeps is about that of as many before. Single ones say little: on the way
/// down one may be small by luck, and at the level of rounding they scatter.
bool stands_still(const std::vector<double>& mismatches) {
  if (std::ssize(mismatches) < 2 * kHalfWindow) return false;
  const auto middle = mismatches.end() - kHalfWindow;
  return *std::max_element(middle, mismatches.end()) >= kClearly * *std::max_element(middle - kHalfWindow, middle);
}

class ExpectationPropagation final : public Approximation {
 public:
  std::string_view name() const override { return "ep"; }
  std::string_view formula() const override { return "sites that match means and variances (expectation propagation)"; }

  bool sweeps() const override { return true; }

  std::optional<double> log_evidence(const LatentProblem& problem, SitePosterior& posterior) const override {
    if (posterior.log_evidence) return posterior.log_evidence;
    // Not posterior.law, unless it has them: estimates draw from that, and must not change a bit because someone asked
    // for this first.
    std::unique_ptr<Conditioned> own;
    if (!posterior.has_marginals) {
      own = problem.prior.under_sites();
      if (!own->condition_with_marginals(posterior.sites, Accuracy::full)) return std::nullopt;
    }
    const Conditioned& law = own ? *own : *posterior.law;
    const Vector variances = law.marginal_variances();
    if (!variances.allFinite()) return std::nullopt;
    const MatchedSites matched = match_moments(problem.density, posterior.sites, posterior.mean, variances);
    posterior.log_evidence = posterior.log_normaliser + matched.log_evidence;
    return posterior.log_evidence;
  }

  /// At convergence log Z_EP does not change with the sites, so only the explicit part is left:
  /// d log Z / dK = (alpha alpha' - W^1/2 B^-1 W^1/2) / 2.
  std::optional<std::vector<double>> gradient(const LatentProblem& /*problem*/,
                                              SitePosterior& posterior) const override {
    if (!posterior.law->condition_with_marginals(posterior.sites, Accuracy::full)) return std::nullopt;
    return posterior.law->gradient(posterior.alpha, posterior.alpha);
  }

 protected:
  bool find_sites(const LatentProblem& problem, const ApproximationSettings& settings,
                  SitePosterior& posterior) const override {
    Iteration iteration(problem, settings);
    if (!sweep_roughly(iteration, !settings.sweeps, *posterior.law)) iteration = Iteration(problem, settings);
    return settings.sweeps ? finish_after_sweeps(settings, iteration, posterior)
                           : converge(settings, iteration, posterior);
  }

 private:
  static bool finish_after_sweeps(const ApproximationSettings& settings, Iteration& iteration,
                                  SitePosterior& posterior) {
    while (iteration.wants_more()) {  // none are left if single precision did them
      const std::optional<MatchedSites> matched = iteration.look(*posterior.law, Accuracy::full);
      if (!matched && iteration.leave_start()) continue;
      if (!matched) return false;
      iteration.move(*matched);
    }
    posterior.sites = iteration.sites();
    posterior.iterations = iteration.sweeps();
    if (settings.only_sites && iteration.last_mean().size() > 0) {
      posterior.mean = iteration.last_mean();
      return true;
    }
    return posterior.complete();
  }

  static bool converge(const ApproximationSettings& settings, Iteration& iteration, SitePosterior& posterior) {
    double last = std::numeric_limits<double>::infinity();
    std::vector<double> mismatches;
    for (;;) {
      const std::optional<MatchedSites> matched = iteration.look(*posterior.law, Accuracy::full);
      if (!matched) return false;
      posterior.sites = iteration.sites();
      posterior.complete_from_law();
      posterior.log_evidence = posterior.log_normaliser + matched->log_evidence;
      posterior.iterations = iteration.sweeps();
      posterior.converged = settings.roughly
                                ? matched->mismatch < kLooselyMatched
                                : matched->mismatch < kMatched && std::abs(*posterior.log_evidence - last) < kTolerance;
      mismatches.push_back(matched->mismatch);
      if (posterior.converged || (matched->mismatch < kLooselyMatched && stands_still(mismatches)) ||
          iteration.sweeps() >= kMostSweeps) {
        return std::isfinite(*posterior.log_evidence);
      }
      last = *posterior.log_evidence;
      iteration.move(*matched);
    }
  }
};

}  // namespace

const Approximation& ep() {
  static const ExpectationPropagation approximation;
  return approximation;
}

}  // namespace lehr::approximations

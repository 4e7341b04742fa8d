#pragma once

#include <optional>
#include <span>
#include <string_view>

#include <lehr/base/observer.hpp>
#include <lehr/likelihoods/likelihood.hpp>
#include <lehr/linalg/types.hpp>
#include <lehr/sites/covariance_view.hpp>
#include <lehr/sites/site_factor.hpp>
#include <lehr/sites/sites.hpp>

namespace lehr {

/// What an approximation is asked about: a covariance, the observations and their likelihood.
struct LatentProblem {
  Covariance covariance;  // K
  std::span<const double> y;
  const Likelihood& likelihood;
};

/// Sites and what follows from them: q is N(mean, Sigma) with Sigma = (K^-1 + W)^-1.
struct SitePosterior {
  Sites sites;
  SiteFactor<double> factor;           // of B at these sites
  Vector mean;                         // mu = Sigma nu
  Vector alpha;                        // K^-1 mu = nu - W mu
  double log_normaliser = 0;           // log Zq = nu' mu / 2 - log |B| / 2
  std::optional<double> log_evidence;  // the approximation's own, where it fell out on the way
  int iterations = 0;
  bool converged = true;
  bool is_complete = false;  // not only the sites and a rough mean

  /// What fits work on in single precision, kept for its memory alone.
  struct Rough {
    MatrixOf<float> covariance;
    SiteFactor<float> factor;
  } rough;

  /// Factorises B at `sites` and completes mean, alpha and log_normaliser. False if that fails.
  [[nodiscard]] bool complete(const Covariance& covariance);
  /// The same where `factor` already is that of `sites`.
  void complete_from_factor(const Covariance& covariance);
};

struct ApproximationSettings {
  std::optional<int> sweeps = {};  // a fixed number, for an approximation that sweeps; empty: until converged
  /// Where its sweeps begin, itself a function of theta alone: one sweep is enough then, unless the start is so poor
  /// that it is better to begin without sites.
  const Sites* start = nullptr;
  bool roughly = false;     // converged is when its log evidence is known to about 1e-5
  bool only_sites = false;  // leave the rest of SitePosterior out; its mean may be rough
  RunContext context = {};
};

/// A rule that chooses sites. To add one, write one file: docs/how-to-add.md.
class Approximation {
 public:
  virtual ~Approximation() = default;
  virtual std::string_view name() const = 0;
  virtual std::string_view formula() const = 0;

  /// Finds the sites. A deterministic function of the problem and the settings alone: no start from an earlier result.
  /// Where only the sites are asked for, completing the rest as well is allowed.
  /// False when the numbers break down; then the contents of `posterior` are not to be used.
  [[nodiscard]] virtual bool fit(const LatentProblem& problem, const ApproximationSettings& settings,
                                 SitePosterior& posterior) const = 0;

  /// Whether it sweeps, and so gets by with fewer sweeps from a good start.
  virtual bool sweeps() const { return false; }

  /// Whether the approximation has an estimate of log p(y | theta) of its own.
  virtual bool has_evidence() const { return true; }

  /// The approximation's own log p(y | theta) at fitted sites; empty when the numbers break down.
  virtual std::optional<double> log_evidence(const LatentProblem& problem, SitePosterior& posterior) const = 0;

  /// out_ij <- d log_evidence / d K_ij (lower triangle of a symmetric matrix), at a converged fit. False when the
  /// numbers break down, and where K is factored: it is asked for of dense matrices only.
  [[nodiscard]] virtual bool sensitivity(const LatentProblem& problem, SitePosterior& posterior, Matrix& out) const = 0;
};

namespace approximations {

/// Every approximation there is, in the order of their names.
std::span<const Approximation* const> all();

/// The approximation of that name; a UsageError names the others.
const Approximation& named(std::string_view name);

}  // namespace approximations
}  // namespace lehr

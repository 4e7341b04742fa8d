#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include <lehr/base/observer.hpp>
#include <lehr/likelihoods/row_density.hpp>
#include <lehr/linalg/types.hpp>
#include <lehr/priors/gaussian_prior.hpp>
#include <lehr/priors/sites.hpp>
#include <lehr/sites/damping_rule.hpp>

namespace lehr {

/// What an approximation is asked about: a prior of the latent values, and the density of the responses given them.
struct LatentProblem {
  const GaussianPrior& prior;
  const RowDensity& density;
};

/// Sites and what follows from them: q is N(mean, Sigma) with Sigma = (K^-1 + W)^-1.
struct SitePosterior {
  Sites sites;
  std::unique_ptr<Conditioned> law;    // the prior under sites: these, once it is complete
  Vector mean;                         // mu = Sigma nu
  Vector alpha;                        // K^-1 mu = nu - W mu
  double log_normaliser = 0;           // log Zq = nu' mu / 2 - log |I + K W| / 2
  std::optional<double> log_evidence;  // the approximation's own, where it fell out on the way
  int iterations = 0;
  bool converged = true;
  bool is_complete = false;    // not only the sites and a rough mean
  bool has_marginals = false;  // the law is ready for them, in double

  /// Begins at a prior; only memory is left of what was before.
  void begin(const GaussianPrior& prior);
  /// Conditions the law on the sites and completes mean, alpha and log_normaliser. False if that fails.
  [[nodiscard]] bool complete();
  /// The same with the law ready for marginal variances and gradients; twice the cost.
  [[nodiscard]] bool complete_with_marginals();
  /// The same where the law is conditioned on the sites already.
  void complete_from_law();
};

struct ApproximationSettings {
  std::optional<int> sweeps = {};  // a fixed number, for an approximation that sweeps; empty: until converged
  /// Where its sweeps begin, itself a function of theta alone: one sweep is enough then, unless the start is so poor
  /// that it is better to begin without sites.
  const Sites* start = nullptr;
  bool roughly = false;      // converged is when its log evidence is known to about 1e-5
  DampingRule damping = {};  // of its sweeps
  bool only_sites = false;   // leave the rest of SitePosterior out; its mean may be rough
  RunContext context = {};   // whom to tell, and whether to stop: the token that the prior was made with
};

/// A rule that chooses sites. To add one, write one file: docs/how-to-add.md.
class Approximation {
 public:
  virtual ~Approximation() = default;
  virtual std::string_view name() const = 0;
  virtual std::string_view formula() const = 0;

  /// Finds the sites. A deterministic function of the problem and the settings alone: no start from an earlier result.
  /// False when the numbers break down, and after a stop request; then the contents of `posterior` are not to be used.
  [[nodiscard]] bool fit(const LatentProblem& problem, const ApproximationSettings& settings,
                         SitePosterior& posterior) const;

  /// Whether it sweeps, and so gets by with fewer sweeps from a good start.
  virtual bool sweeps() const { return false; }

  /// Whether the approximation has an estimate of log p(y | theta) of its own.
  virtual bool has_evidence() const { return true; }

  /// The approximation's own log p(y | theta) at fitted sites; empty when the numbers break down.
  virtual std::optional<double> log_evidence(const LatentProblem& problem, SitePosterior& posterior) const = 0;

  /// The gradient of log_evidence in the logarithm of (variance, lengthscales), at a converged fit. Empty when the
  /// numbers break down, and after a stop request.
  virtual std::optional<std::vector<double>> gradient(const LatentProblem& problem, SitePosterior& posterior) const = 0;

 protected:
  /// What fit() does of a posterior that begins anew. Where only the sites are asked for, completing the rest as well
  /// is allowed.
  [[nodiscard]] virtual bool find_sites(const LatentProblem& problem, const ApproximationSettings& settings,
                                        SitePosterior& posterior) const = 0;
};

namespace approximations {

/// Every approximation there is, in the order of their names.
std::span<const Approximation* const> all();

/// The approximation of that name; a UsageError names the others.
const Approximation& named(std::string_view name);

}  // namespace approximations
}  // namespace lehr

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

#include <lehr/base/memory.hpp>
#include <lehr/base/observer.hpp>
#include <lehr/data/dataset.hpp>
#include <lehr/evidence/estimator.hpp>
#include <lehr/evidence/method.hpp>
#include <lehr/linalg/types.hpp>
#include <lehr/model/model.hpp>
#include <lehr/priors/prior_form.hpp>
#include <lehr/sites/approximation.hpp>

namespace lehr {

/// Prior, sites and estimator at one theta: the way of the data from parameters to unbiased estimates.
class EvidenceAtTheta {
 public:
  EvidenceAtTheta() = default;
  EvidenceAtTheta(const EvidenceAtTheta&) = delete;  // the estimator refers to the prior and sites in here
  EvidenceAtTheta& operator=(const EvidenceAtTheta&) = delete;

  /// False when the numbers break down at this theta, and after a stop request. Data and model must outlive it. What is
  /// asked for later asks the same token, and is empty after a request.
  [[nodiscard]] bool prepare(const Dataset& data, const Model& model, const KernelParameters& theta,
                             const EvidenceMethod& method, const RunContext& context = {});

  /// The same with these sites as they are, for a method whose estimator does not draw from them.
  [[nodiscard]] bool prepare_with(const FoundSites& sites, const Dataset& data, const Model& model,
                                  const KernelParameters& theta, const EvidenceMethod& method,
                                  const RunContext& context = {});

  /// Sites by the method's sweeps, conditioned on with marginals: ready for the approximation's evidence and its slope,
  /// which share the factorisation. Estimates may not be asked for.
  [[nodiscard]] bool prepare_for_slope(const Dataset& data, const Model& model, const KernelParameters& theta,
                                       const EvidenceMethod& method, const RunContext& context = {});

  const SitePosterior& posterior() const { return posterior_; }
  const GaussianPrior& prior() const { return *prior_; }
  LatentProblem problem() const { return {*prior_, *density_}; }

  /// The approximation's own log evidence, if it has one.
  std::optional<double> approximation_log_evidence();
  /// Its gradient in the logarithm of (variance, lengthscales), after prepare_for_slope().
  std::optional<std::vector<double>> approximation_slope();

  /// One unbiased estimate of log p(y | theta) from `samples` particles and, drawn from them with probability
  /// proportional to weight, where one of them ended. `pick` chooses that one: a stream that has nothing to do with
  /// those of the key, and new at every call. Empty after a stop request.
  struct Estimate {
    double log_evidence;
    Vector end;
  };
  std::optional<Estimate> estimate(const ParticleKey& key, std::size_t samples, Stream pick, int threads) const;

  /// A draw of the latents given theta: (theta, state) is an exact draw of the posterior wherever theta is accepted by
  /// the estimate that gave this end.
  struct LatentDraw {
    Vector state;   // f, or t = f + noise where the likelihood has noise
    Vector latent;  // f at the rows where the state is t, if it is wanted
    Vector alpha;   // A^-1 state (Regression::alpha): with it, means at new rows take no factorisation
  };
  /// Without an estimator `end` means nothing, and f is drawn from the approximation. Empty when the numbers break
  /// down.
  std::optional<LatentDraw> draw_latents(const Vector& end, bool with_latent, Stream& stream);

  /// Log weights of `samples` particles of each of `repeats` independent estimates, repeat by repeat, from the streams
  /// (seed, repeat, sample). The same bits for any number of threads. `ends`, if any, gets where each particle ended,
  /// one in each column. Empty after a stop request.
  std::vector<double> log_weights(std::uint64_t seed, std::size_t repeats, std::size_t samples,
                                  const RunContext& context, Matrix* ends = nullptr) const;
  /// Those of `count` particles from that key on, on one thread.
  std::vector<double> log_weights(const ParticleKey& first, std::size_t count) const;
  /// The variance of the noise in those values.
  double noise_of_ends() const { return estimator_->noise(); }

 private:
  /// Runs particles first, first + 1, … of all repeats in blocks; `finished` is told each block's range and ends.
  /// Empty after a stop request, which is looked for before each block.
  template <class Key, class Finished>
  std::vector<double> run_particles(std::size_t total, const RunContext& context, const Key& key,
                                    const Finished& finished) const;

  [[nodiscard]] bool begin(const Dataset& data, const Model& model, const KernelParameters& theta,
                           const EvidenceMethod& method, const RunContext& context);
  [[nodiscard]] bool prepare_estimator(const EvidenceMethod& method);
  void take(FoundSites sites);
  std::optional<Vector> draw_from_approximation(Stream& stream);
  /// State and latent, without alpha.
  std::optional<LatentDraw> draw_state(const Vector& end, bool with_latent, Stream& stream);
  std::optional<Vector> alpha_of(const Vector& state) const;

  const Dataset* data_ = nullptr;
  const Model* model_ = nullptr;
  const Approximation* approximation_ = nullptr;
  std::stop_token stop_;
  std::unique_ptr<GaussianPrior> prior_;
  std::unique_ptr<RowDensity> density_;
  SitePosterior posterior_;
  std::unique_ptr<PreparedEstimator> estimator_;
  std::unique_ptr<PreparedEstimator> used_estimator_;  // of an earlier theta, for its memory
};

}  // namespace lehr

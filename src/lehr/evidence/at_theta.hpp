#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include <lehr/base/observer.hpp>
#include <lehr/data/dataset.hpp>
#include <lehr/evidence/estimator.hpp>
#include <lehr/evidence/method.hpp>
#include <lehr/linalg/types.hpp>
#include <lehr/model/model.hpp>
#include <lehr/sites/approximation.hpp>

namespace lehr {

/// Matrices of n x n doubles that a chain holds at most: the covariance and the factor of B, one for two in single
/// precision, a quarter of one for scratch, and three of the estimator or of a draw of f.
inline constexpr double kMatricesAtTheta = 7;

/// Covariance, sites and estimator at one theta: the way of the data from parameters to unbiased estimates.
class EvidenceAtTheta {
 public:
  EvidenceAtTheta() = default;
  EvidenceAtTheta(const EvidenceAtTheta&) = delete;  // the estimator refers to the covariance and sites in here
  EvidenceAtTheta& operator=(const EvidenceAtTheta&) = delete;

  /// False when the numbers break down at this theta.
  [[nodiscard]] bool prepare(const Dataset& data, const Model& model, const KernelParameters& parameters,
                             const EvidenceMethod& method, const RunContext& context = {});

  const SitePosterior& posterior() const { return posterior_; }
  LatentProblem problem() const {
    return {factored_ ? Covariance::of_factor(covariance_) : Covariance(covariance_), *y_, *likelihood_};
  }
  double jitter() const { return jitter_; }
  /// Columns of the factor that takes the covariance's place; none where it is dense.
  std::optional<std::size_t> rank() const {
    return factored_ ? std::optional(static_cast<std::size_t>(covariance_.cols())) : std::nullopt;
  }

  /// The approximation's own log evidence, if it has one.
  std::optional<double> approximation_log_evidence();

  /// One unbiased estimate of log p(y | theta) from `samples` particles and, drawn from them with probability
  /// proportional to weight, the state of one: (theta, state) is then an exact draw of the posterior wherever theta is
  /// accepted. `pick` chooses that one: a stream that has nothing to do with those of the key, and new at every call.
  struct Estimate {
    double log_evidence;
    Vector state;  // f, or t = f + noise: EvidenceMethod's estimator says which
  };
  Estimate estimate(const ParticleKey& key, std::size_t samples, Stream pick, int threads) const;

  /// f given the state of an estimate, at the same theta.
  std::optional<Vector> draw_latent(const Vector& state, Stream& stream) const {
    return estimator_->draw_latent(state, stream);
  }

  /// Log weights of `samples` particles of each of `repeats` independent estimates, repeat by repeat, from the streams
  /// (seed, repeat, sample). The same bits for any number of threads. `states`, if any, gets where each particle ended,
  /// one in each column.
  std::vector<double> log_weights(std::uint64_t seed, std::size_t repeats, std::size_t samples,
                                  const RunContext& context, Matrix* states = nullptr) const;

 private:
  /// Runs particles first, first + 1, … of all repeats in blocks; `finished` is told each block's range and states.
  template <class Key, class Finished>
  std::vector<double> run_particles(std::size_t total, int threads, const Key& key, const Finished& finished) const;

  /// Chooses the form of the covariance and fills it; with it, where the estimator needs that, the prior's factor.
  bool fill_covariance_of(const Dataset& data, const Model& model, const KernelParameters& parameters,
                          bool needs_prior_factor);

  Matrix covariance_;  // K with its jitter, or a factor of few columns
  bool factored_ = false;
  bool has_dense_matrices_ = false;  // the memory for them was found, once
  Matrix prior_factor_;
  double jitter_ = 0;
  SitePosterior posterior_;
  EstimatorBuffers estimator_buffers_;
  std::unique_ptr<PreparedEstimator> estimator_;
  const std::vector<double>* y_ = nullptr;
  const Likelihood* likelihood_ = nullptr;
  const Approximation* approximation_ = nullptr;
};

}  // namespace lehr

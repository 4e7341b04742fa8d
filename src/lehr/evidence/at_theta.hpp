#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include <lehr/approx/approximation.hpp>
#include <lehr/base/observer.hpp>
#include <lehr/data/dataset.hpp>
#include <lehr/evidence/estimator.hpp>
#include <lehr/evidence/method.hpp>
#include <lehr/linalg/types.hpp>
#include <lehr/model/model.hpp>

namespace lehr {

/// Covariance, sites and estimator at one theta: the way of the data from parameters to unbiased estimates.
class EvidenceAtTheta {
 public:
  /// False when the numbers break down at this theta.
  [[nodiscard]] bool prepare(const Dataset& data, const Model& model, const KernelParameters& parameters,
                             const EvidenceMethod& method, const RunContext& context = {});

  const SitePosterior& posterior() const { return posterior_; }
  LatentProblem problem() const { return {covariance_, *y_, *likelihood_}; }
  double jitter() const { return jitter_; }

  /// The approximation's own log evidence, if it has one.
  std::optional<double> approximation_log_evidence();

  /// Log weights of `samples` particles of each of `repeats` independent estimates, repeat by repeat, from the streams
  /// (seed, chain, first_iteration + repeat, sample). The same bits for any number of threads.
  std::vector<double> log_weights(std::uint64_t seed, std::size_t repeats, std::size_t samples,
                                  const RunContext& context) const;

 private:
  Matrix covariance_;  // K, with its jitter
  Matrix prior_factor_;
  double jitter_ = 0;
  SitePosterior posterior_;
  std::unique_ptr<PreparedEstimator> estimator_;
  const std::vector<double>* y_ = nullptr;
  const Likelihood* likelihood_ = nullptr;
  const Approximation* approximation_ = nullptr;
};

}  // namespace lehr

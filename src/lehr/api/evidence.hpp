#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include <lehr/base/observer.hpp>
#include <lehr/data/dataset.hpp>
#include <lehr/evidence/settings.hpp>
#include <lehr/model/settings.hpp>

namespace lehr {

struct EvidenceReport {
  double log_evidence = 0;            // log of the mean over all repeats
  std::vector<double> log_estimates;  // one per repeat
  std::optional<double> sd_log;       // of the estimates; empty for one repeat, 0 when deterministic
  std::optional<double> se_log;       // of log_evidence, from all weights
  std::optional<double> approximation_log_evidence;
  std::optional<double> effective_sample_size;  // of the weights of one repeat, on average
  std::optional<double> noise;                  // sd of one log estimate; from the weights where repeats are few
  std::optional<double> pareto_k;               // how heavy the tail of all weights is: evidence/pareto_tail.hpp
  std::size_t rows = 0;
  std::size_t features = 0;
  double seconds = 0;         // covariance, sites and estimates
  double seconds_shared = 0;  // of these, what all repeats share: covariance, sites, factorisations

  // The settings that were used, with every default filled in.
  std::string kernel;
  std::string likelihood;
  std::string approximation;
  std::string estimator;
  int iterations = 0;              // sweeps or Newton steps of the approximation
  std::optional<int> sweeps = {};  // the same, of an approximation that sweeps
  bool converged = true;
  bool infinite_variance = false;   // proved of the weights; then the errors above are too small
  bool heavy_tail = false;          // by pareto_k: then the errors above are likely too small
  double jitter = 0;                // what was added to the covariance's diagonal
  std::optional<std::size_t> rank;  // columns of the factor that took the covariance's place; none: it is dense
  int importance_samples = 0;
  int temperatures = 0;
  std::string ladder;

  std::vector<double> log_weights;  // [repeat * importance_samples + sample]; none without an estimator
  std::vector<double> latents;      // where each of them ended, if asked for: [… * rows + row]
  std::string state_name = "f";     // what they are: "f", or "t" = f + standard normal noise

  std::vector<std::string> warnings;  // in words a user can act on
};

/// Whether the approximation of these settings sweeps, so that their ep_sweeps mean something.
bool has_sweeps(const EvidenceSettings& settings);

/// log p(y | theta) of a Gaussian process classifier at the given kernel parameters.
EvidenceReport evidence(const Dataset& data, const ModelSettings& model, const KernelParameters& parameters,
                        const EvidenceSettings& settings, const RunContext& context = {});

/// The approximation's own log evidence and its gradient in the logarithm of (variance, lengthscales).
struct EvidenceGradient {
  double log_evidence;
  std::vector<double> gradient;
};
EvidenceGradient evidence_gradient(const Dataset& data, const ModelSettings& model, const KernelParameters& parameters,
                                   const std::string& approximation, const RunContext& context = {});

}  // namespace lehr

#pragma once

#include <functional>
#include <optional>
#include <stop_token>
#include <vector>

#include <lehr/base/observer.hpp>
#include <lehr/data/dataset.hpp>
#include <lehr/model/model.hpp>
#include <lehr/sites/approximation.hpp>

namespace lehr {

/// Type-II maximum likelihood: the kernel parameters at which an approximation's own evidence is largest. What most
/// programs do instead of sampling; here the yardstick for the exact posterior.
struct TypeTwoMaximum {
  KernelParameters parameters;
  double log_evidence = 0;
  double largest_slope = 0;  // of |d log_evidence / d log theta_k|
  int iterations = 0;
  bool converged = false;    // the largest slope is below 1e-3
  bool interrupted = false;  // by a stop request: as far as it had come, nowhere if it had not begun
};

/// A log evidence and its slope in the u of each of the model's parameters; 0 for one that is to stay where it is.
struct EvidenceSlope {
  double log_evidence = 0;
  std::vector<double> slope;
};
/// At such a u; empty where the numbers break down, and after a stop request.
using EvidenceSurface = std::function<std::optional<EvidenceSlope>(const std::vector<double>& log_theta)>;

/// An approximation's, in the kernel's parameters: the likelihood's own stay where they are. It looks at `data`,
/// `model` and `approximation` as long as it lives. A UsageError for an approximation without evidence.
EvidenceSurface evidence_surface(const Dataset& data, const Model& model, const Approximation& approximation,
                                 const RunContext& context = {});

/// Climbs from `start` by BFGS. A RunError if the evidence cannot be computed at `start`.
TypeTwoMaximum climb(const EvidenceSurface& surface, const Model& model, const KernelParameters& start,
                     const std::stop_token& stop = {});

/// Climbs an approximation's surface. The prior plays no part.
TypeTwoMaximum maximise_evidence(const Dataset& data, const Model& model, const Approximation& approximation,
                                 const KernelParameters& start, const RunContext& context = {});

/// The probability of the positive class at each of `rows` for given kernel parameters, the latents' posterior taken to
/// be the approximation's Gaussian. Empty when the numbers break down, and after a stop request.
std::optional<std::vector<double>> probabilities_at(const Dataset& training, const Model& model,
                                                    const Approximation& approximation,
                                                    const KernelParameters& parameters, const Dataset& rows,
                                                    const RunContext& context = {});

}  // namespace lehr

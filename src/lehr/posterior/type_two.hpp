#pragma once

#include <vector>

#include <lehr/approx/approximation.hpp>
#include <lehr/base/observer.hpp>
#include <lehr/data/dataset.hpp>
#include <lehr/model/model.hpp>

namespace lehr {

/// Type-II maximum likelihood: the kernel parameters at which an approximation's own evidence is largest. What most
/// programs do in the place of sampling; here the yardstick for the exact posterior.
struct TypeTwoMaximum {
  KernelParameters parameters;
  double log_evidence = 0;
  double largest_slope = 0;  // of |d log_evidence / d log theta_k|
  int iterations = 0;
  bool converged = false;  // the largest slope is below 1e-3
};

/// Climbs from `start` by BFGS in log theta. The prior plays no part. A RunError if the evidence cannot be computed at
/// `start`, a UsageError for an approximation without evidence.
TypeTwoMaximum maximise_evidence(const Dataset& data, const Model& model, const Approximation& approximation,
                                 const KernelParameters& start, const RunContext& context = {});

/// The probability of the positive class at each of `rows` for given kernel parameters, the latents' posterior taken to
/// be the approximation's Gaussian: with s = W^1/2,
///   m = k*' K^-1 mu,   v = k** - |L^-1 s k*|^2,   L L' = B.
std::vector<double> probabilities_at(const Dataset& training, const Model& model, const Approximation& approximation,
                                     const KernelParameters& parameters, const Dataset& rows);

}  // namespace lehr

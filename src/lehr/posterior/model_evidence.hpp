#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include <lehr/base/observer.hpp>
#include <lehr/data/dataset.hpp>
#include <lehr/evidence/method.hpp>
#include <lehr/model/model.hpp>
#include <lehr/run/run.hpp>

namespace lehr {

/// What the evidence of a model is found from. The draws are those of u, the free parameters.
struct ModelEvidenceInput {
  const Dataset& data;
  const Model& model;
  const EvidenceMethod& method;  // of the chains that drew
  std::size_t samples;           // particles of an estimate of p(y | theta)
  std::uint64_t seed;
  const std::vector<std::vector<double>>& draws;
};

/// log p(y | model), theta integrated out over its prior: the log of the mean of
///   w = p_hat(y | theta) p(u) / q(u),  u fresh from q,
/// p_hat the unbiased estimate of the chains and p the prior density of u. q is a mixture of t densities fitted to the
/// draws, with a share of the prior, so that w is bounded where p_hat is. A theta at which the numbers break down has
/// w = 0: chains never go there.
///
/// Estimates are made in batches until the error is small enough, or there are `most`: a function of the draws and the
/// seed, for any number of threads. Empty after a stop request, and where the draws are too few or all weights are 0.
std::optional<ModelEvidence> estimate_model_evidence(const ModelEvidenceInput& input, std::size_t most,
                                                     const RunContext& context);

/// The most estimates for a run of so many iterations, each of which costs about what an estimate does: 15 % of them,
/// but never less than a batch.
std::size_t most_model_estimates(double iterations);

/// How many it is likely to take: for telling how long a run will take, and nothing else.
std::size_t likely_model_estimates(std::size_t parameters, std::size_t most);

}  // namespace lehr

#pragma once

#include <vector>

#include <experiments/program/unit.hpp>
#include <lehr/posterior/predict.hpp>
#include <lehr/samplers/chain.hpp>

namespace lehr::reproduce {

/// Where a pseudo-marginal chain can go on from; every number reads back to the same bits. Only predictions need the
/// latents.
Json state_to_json(const ChainState& state, bool with_latents);
ChainState state_from_json(const Json& json, const ParameterSpace& space);

/// Among the options of a chain: how often it takes new random numbers, where its estimator lets it keep them.
void add_renewal(Json& options, const EvidenceMethod& method);

/// The draws of a chain as predictions need them.
class DrawsToPredictFrom {
 public:
  /// A chain that did not move adds to the count of its last state.
  void add(const ChainState& state, bool moved);

  /// The probability of the positive class at each row, averaged over the draws. None without draws.
  std::vector<double> probabilities(const Dataset& training, const Model& model, const Dataset& rows) const;

 private:
  std::vector<PosteriorState> states_;  // with log theta for their parameters
};

/// A log density, which is -infinity where the numbers broke down: JSON has no infinity.
Json log_density_to_json(double value);
double log_density_from_json(const Json& json);

}  // namespace lehr::reproduce

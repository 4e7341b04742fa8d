#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include <lehr/base/observer.hpp>
#include <lehr/data/dataset.hpp>
#include <lehr/evidence/method.hpp>
#include <lehr/model/model.hpp>
#include <lehr/posterior/conditional.hpp>

namespace lehr {

inline constexpr double kConditionalNoise = 0.05;  // sd of a log estimate that is wanted
inline constexpr std::size_t kLeastConditionalSamples = 64;
inline constexpr std::size_t kMostConditionalSamples = 4096;

/// Particles of an estimate with the noise wanted, where so many had this one.
std::size_t samples_for_noise(double noise, std::size_t samples);

/// Which conditional, and from what its evidences are estimated.
struct ConditionalInput {
  const Dataset& data;
  const Model& model;
  const EvidenceMethod& method;
  const std::vector<double>& point;  // u of all parameters
  std::size_t parameter;             // its place
  const std::vector<double>& nodes;  // values at which it is looked at; the point's own is added
  double near;                       // of nodes that are no further from each other one is left
  ParticleKey key;                   // of the first particle, at all values
};

struct FoundConditional {
  std::optional<Conditional> law = {};  // empty where the numbers break down at the point, and after a stop request
  std::size_t samples = 0;              // particles of an estimate
  std::size_t evaluations = 0;          // of p(y | theta)
};

/// The law of a parameter given the others as the point has them. The random numbers are the same at all its values, so
/// that estimates err together. Where `samples` particles leave more noise than is wanted, all is done again with more.
FoundConditional find_conditional(const ConditionalInput& input, std::size_t samples, const RunContext& context);

}  // namespace lehr

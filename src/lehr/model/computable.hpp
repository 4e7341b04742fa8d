#pragma once

#include <cstddef>

#include <lehr/model/settings.hpp>

// The box of u, the parameters as samplers see them, in which doubles can hold a model's covariance. What lies outside
// is rejected.
namespace lehr {

/// Above a variance of e^25 = 7e10, K + I and K are the same numbers.
inline constexpr double kLargestLogVariance = 25;
/// Beyond, a parameter or its square over- or underflows.
inline constexpr double kLargestMagnitude = 300;
/// A prior with more of its mass outside is refused: the posterior would be cut without a word.
inline constexpr double kMostPriorMassOutside = 0.001;

/// Of one u, both ends left out.
struct ComputableRange {
  double lowest;
  double highest;
};

/// Of a model's parameter: the first is the variance.
constexpr ComputableRange computable_range(std::size_t parameter) {
  return {-kLargestMagnitude, parameter == 0 ? kLargestLogVariance : kLargestMagnitude};
}

/// Throws a UsageError, which names the option, the share and the box, for a prior with too much of its mass outside.
/// What begins a fit calls it. It is no part of ModelSettings::check(): run files of such fits stay readable.
void require_computable_priors(const ModelSettings& settings);

}  // namespace lehr

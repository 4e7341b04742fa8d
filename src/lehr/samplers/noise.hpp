#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <lehr/base/observer.hpp>
#include <lehr/data/dataset.hpp>
#include <lehr/evidence/method.hpp>
#include <lehr/model/model.hpp>

namespace lehr {

/// Estimates at each theta.
inline constexpr std::size_t kRepeatsForNoise = 20;

/// The sd of the log estimate from `samples` particles, pooled over the given values of log theta: what decides whether
/// a pseudo-marginal chain gets stuck. 0 without an estimator; empty after a stop request.
std::optional<double> estimate_noise(const Dataset& data, const Model& model, const EvidenceMethod& method,
                                     const std::vector<std::vector<double>>& log_thetas, std::size_t samples,
                                     std::uint64_t seed, const RunContext& context);

}  // namespace lehr

#pragma once

#include <memory>

#include <lehr/evidence/estimator.hpp>

namespace lehr {

/// GHK by the factor G of K, n x r: about 4 n r^2 flops once, 4 n r a particle. Null when the numbers break down.
std::unique_ptr<PreparedEstimator> prepare_low_rank_ghk(const EstimatorInput& input);

}  // namespace lehr

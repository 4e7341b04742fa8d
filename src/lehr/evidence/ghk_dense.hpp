#pragma once

#include <memory>

#include <lehr/evidence/estimator.hpp>

namespace lehr {

/// GHK by the lower triangle of K: four units of cost once, n^2 flops a particle. Null when the numbers break down.
std::unique_ptr<PreparedEstimator> prepare_dense_ghk(const EstimatorInput& input);

}  // namespace lehr

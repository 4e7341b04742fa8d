#pragma once

#include <memory>

#include <lehr/evidence/estimator.hpp>

namespace lehr {

/// GHK by the lower triangle of K: three units of cost once, 2 n^2 flops a particle. Null when the numbers break down.
std::unique_ptr<PreparedEstimator> prepare_dense_ghk(const EstimatorInput& input);

}  // namespace lehr

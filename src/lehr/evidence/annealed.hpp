#pragma once

#include <memory>

#include <lehr/evidence/estimator.hpp>

namespace lehr {

/// Annealed importance sampling (Neal 2001) from any sites along any ladder: importance sampling is the ladder {1, 0},
/// annealing from the prior is the sites w = nu = 0, annealing from an approximation is its sites.
///
/// A particle begins with f ~ q and, for j = s-1 … 1, takes the step from beta_{j+1} to beta_j into its weight and
/// makes one elliptical slice move that leaves q exp(beta_j h) invariant. The last step is into beta_0 = 1:
///   log weight = log Zq + sum_{j=0}^{s-1} (beta_j - beta_{j+1}) h(f_j).
/// All normal draws of all levels and particles are made in one matrix product up front.
std::unique_ptr<PreparedEstimator> prepare_annealing(const EstimatorInput& input, Ladder ladder);

}  // namespace lehr

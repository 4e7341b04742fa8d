#pragma once

#include <memory>

#include <lehr/priors/low_rank_prior.hpp>

namespace lehr {

/// GaussianPrior::regression where K = G G'.
std::unique_ptr<Regression> regress_low_rank(const LowRankPrior& prior, double noise);

}  // namespace lehr

#pragma once

#include <memory>

#include <lehr/priors/low_rank_prior.hpp>

namespace lehr {

/// A prior of low rank under sites. It refers to the prior.
std::unique_ptr<Conditioned> condition_low_rank(const LowRankPrior& prior);

}  // namespace lehr

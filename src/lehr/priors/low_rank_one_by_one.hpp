#pragma once

#include <memory>

#include <lehr/priors/low_rank_prior.hpp>

namespace lehr {

/// A prior of low rank one by one, with noise: about 4 n r^2 flops once, 4 n r a particle. It refers to the prior. Null
/// when the numbers break down.
std::unique_ptr<OneByOne> take_low_rank_one_by_one(const LowRankPrior& prior, OrderedSites sites, double noise,
                                                   std::unique_ptr<OneByOne> memory);

}  // namespace lehr

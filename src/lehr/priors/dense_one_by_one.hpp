#pragma once

#include <memory>

#include <lehr/priors/dense_prior.hpp>

namespace lehr {

/// A dense prior one by one: one unit of cost in double and two in float once, 2 n^2 flops a particle. It refers to the
/// prior. Null when the numbers break down.
std::unique_ptr<OneByOne> take_dense_one_by_one(const DensePrior& prior, OrderedSites sites, double noise,
                                                std::unique_ptr<OneByOne> memory);

}  // namespace lehr

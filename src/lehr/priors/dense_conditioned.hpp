#pragma once

#include <memory>

#include <lehr/priors/dense_prior.hpp>

namespace lehr {

/// A dense prior under sites, by the factor of B = I + W^1/2 K W^1/2. It refers to the prior.
std::unique_ptr<Conditioned> condition_dense(const DensePrior& prior, std::unique_ptr<Conditioned> memory);

}  // namespace lehr

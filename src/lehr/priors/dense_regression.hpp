#pragma once

#include <memory>

#include <lehr/priors/dense_prior.hpp>

namespace lehr {

/// GaussianPrior::regression where K is dense.
std::unique_ptr<Regression> regress_dense(const DensePrior& prior, double noise, Accuracy accuracy,
                                          std::unique_ptr<Regression> memory);

}  // namespace lehr

#pragma once

#include <cstddef>
#include <utility>

#include <lehr/data/dataset.hpp>
#include <lehr/kernels/kernel.hpp>
#include <lehr/linalg/types.hpp>
#include <lehr/parameters/theta.hpp>

namespace lehr {

/// What the covariance of the latent values is made of:
///   k(x, x') = variance * rho(r2) + intercept + linear * sum_k x_k x'_k.
/// The last two terms are a constant ~ N(0, intercept) and a slope ~ N(0, linear) of each feature, integrated out. They
/// stay as they are when theta moves.
struct Covariance {
  // No aggregate: whoever leaves the terms out does it by giving a kernel and its parameters alone.
  Covariance(const Kernel& its_kernel, KernelParameters its_parameters, double its_intercept = 0, double its_linear = 0)
      : kernel(its_kernel), parameters(std::move(its_parameters)), intercept(its_intercept), linear(its_linear) {}

  const Kernel& kernel;
  KernelParameters parameters;
  double intercept;  // s0^2
  double linear;     // b^2

  Covariance kernel_alone() const { return {kernel, parameters}; }
  /// Coefficients of the terms: the constant, then a slope for each feature; none for a term that is not there.
  Index coefficients(std::size_t features) const;
  /// Their prior sds.
  Vector coefficient_scales(std::size_t features) const;
};

/// T, a row for each row: sqrt(intercept), then sqrt(linear) x. The terms beside the kernel are T T', and a coefficient
/// is its prior sd times the weight of its column, which is N(0, 1). Inputs are bounded where products would overflow.
Matrix term_columns(const Dataset& rows, const Covariance& covariance);

/// k(x, x) at each row.
Vector prior_variances(const Dataset& rows, const Covariance& covariance);

}  // namespace lehr

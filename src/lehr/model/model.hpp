#pragma once

#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <lehr/data/dataset.hpp>
#include <lehr/kernels/kernel.hpp>
#include <lehr/likelihoods/likelihood.hpp>
#include <lehr/model/settings.hpp>
#include <lehr/parameters/parameter_space.hpp>
#include <lehr/priors/prior_form.hpp>

namespace lehr {

/// Kernel, likelihood and the space of their parameters, for data with given features: what makes of a theta the prior
/// of the latent values and the density of the responses.
class Model {
 public:
  Model(const ModelSettings& settings, std::span<const std::string> feature_names);

  const Kernel& kernel() const { return kernel_; }
  const Likelihood& likelihood() const { return likelihood_; }

  /// "variance", then "lengthscale" or "lengthscale[FEATURE]" in column order, then the likelihood's own.
  const ParameterSpace& space() const { return space_; }

  /// The names of the coefficients of the terms beside the kernel, in the order of Covariance: "intercept", then
  /// "slope[FEATURE]".
  const std::vector<std::string>& coefficients() const { return coefficients_; }

  /// Theta in its parts, from the natural values of the space's parameters, and back.
  KernelParameters theta(std::span<const double> natural) const;
  std::vector<double> natural(const KernelParameters& theta) const;
  /// The same from u and back.
  KernelParameters theta_at(std::span<const double> u) const { return theta(space_.natural(u)); }
  std::vector<double> free(const KernelParameters& theta) const { return space_.free(natural(theta)); }

  /// The covariance of the latent values at theta, with the settings' terms beside the kernel.
  Covariance covariance(KernelParameters theta) const { return {kernel_, std::move(theta), intercept_, linear_}; }

  /// Whether doubles can hold the covariance: u is in the box of model/computable.hpp. Samplers reject what is not;
  /// no prior that a fit takes has much there.
  static bool is_computable(std::span<const double> u);

  /// p(y | f) of these responses at theta. A UsageError where they are of a kind that the likelihood does not answer
  /// to.
  std::unique_ptr<RowDensity> density(const Responses& responses, const KernelParameters& theta) const;
  /// That of Likelihood::outcomes().
  std::unique_ptr<RowDensity> outcomes(const KernelParameters& theta) const {
    return density(likelihood_.outcomes(), theta);
  }

 private:
  const Kernel& kernel_;
  const Likelihood& likelihood_;
  double intercept_;  // s0^2
  double linear_;     // b^2
  std::vector<std::string> coefficients_;
  std::size_t lengthscales_ = 0;
  ParameterSpace space_;
};

}  // namespace lehr

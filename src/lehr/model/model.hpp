#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include <lehr/data/dataset.hpp>
#include <lehr/kernels/kernel.hpp>
#include <lehr/likelihoods/likelihood.hpp>
#include <lehr/model/settings.hpp>
#include <lehr/random/stream.hpp>

namespace lehr {

/// Kernel, likelihood and priors for data with a given number of features. Samplers move in log theta, theta =
/// (variance, lengthscales): every value is then allowed.
class Model {
 public:
  Model(const ModelSettings& settings, std::span<const std::string> feature_names);

  const Kernel& kernel() const { return kernel_; }
  const Likelihood& likelihood() const { return likelihood_; }

  /// 1 + the number of length-scales.
  std::size_t parameter_count() const { return priors_.size(); }
  /// "variance", then "lengthscale" or "lengthscale[FEATURE]" in column order.
  const std::vector<std::string>& parameter_names() const { return names_; }

  /// Of the parameter with this place in parameter_names().
  const GammaPrior& prior(std::size_t parameter) const { return priors_.at(parameter); }

  KernelParameters parameters(std::span<const double> log_theta) const;
  std::vector<double> log_theta(const KernelParameters& parameters) const;

  /// log p(log theta): the Gamma densities of theta with the Jacobian of the logarithm,
  /// sum_k a_k l_k - b_k exp(l_k) + a_k log b_k - log Gamma(a_k) with l = log theta.
  double log_prior(std::span<const double> log_theta) const;
  std::vector<double> log_prior_gradient(std::span<const double> log_theta) const;
  /// Whether doubles can hold the covariance: false for a variance above e^25 = 7e10, where K + I and K are the same
  /// numbers, and for parameters that over- or underflow. Samplers reject such proposals; no sensible prior reaches
  /// them.
  static bool is_computable(std::span<const double> log_theta);

  /// A draw of log theta.
  std::vector<double> draw_prior(Stream& stream) const;

 private:
  const Kernel& kernel_;
  const Likelihood& likelihood_;
  std::vector<GammaPrior> priors_;  // of the variance, then of each length-scale
  std::vector<std::string> names_;
};

}  // namespace lehr

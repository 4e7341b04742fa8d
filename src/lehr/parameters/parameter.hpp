#pragma once

#include <string>
#include <variant>

#include <lehr/random/stream.hpp>
#include <lehr/settings/gamma_prior.hpp>

namespace lehr {

/// How samplers see a parameter theta: by a u that may have any value.
enum class Transform {
  log,       // theta = exp(u) > 0
  identity,  // theta = u
};

/// A normal prior of u: with Transform::log, theta is log-normal.
struct NormalPrior {
  double mean;
  double sd;
};

/// A parameter of a model: the kernel's, or the likelihood's own.
struct Parameter {
  std::string name;
  Transform transform = Transform::log;
  std::variant<GammaPrior, NormalPrior> prior = GammaPrior{1, 1};  // a Gamma prior is one of theta > 0
  double usual = 1;  // the value of theta where a user gives none for a single evidence

  double natural(double u) const;
  double free(double theta) const;
  /// Whether theta is a number that doubles hold in full and the transform can reach.
  bool allows(double theta) const;
  /// Of u, with the Jacobian of the transform.
  double log_prior(double u) const;
  double log_prior_slope(double u) const;
  double draw_prior(Stream& stream) const;  // u
  /// The share of the prior's mass below u.
  double prior_probability(double u) const;
  /// The u below which the prior has this share of its mass.
  double prior_quantile(double probability) const;
  /// The prior's density of theta on its natural scale.
  double prior_density(double theta) const;
  /// A theta that few draws of the prior exceed: for Gamma, two sds above the mean.
  double prior_reach() const;
};

}  // namespace lehr

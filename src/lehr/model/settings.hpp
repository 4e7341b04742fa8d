#pragma once

#include <optional>
#include <span>
#include <string>

#include <lehr/parameters/theta.hpp>
#include <lehr/settings/gamma_prior.hpp>

namespace lehr {

template <class Settings>
struct Setting;  // one row of a table of settings: settings/setting.hpp

/// What the user chooses of a model. The defaults are the paper's.
struct ModelSettings {
  std::string kernel = "rbf";
  bool ard = false;  // one length-scale per feature instead of one for all
  std::string likelihood = "probit";
  GammaPrior variance_prior = {1.1, 0.1};
  std::optional<GammaPrior> lengthscale_prior = {};  // default: Gamma(1, 1) with ard, else Gamma(1, 1/sqrt(features))
  double intercept = 0;                              // prior variance of a constant; 0: there is none
  double linear = 0;                                 // prior variance of the slope of each feature; 0: there are none

  bool operator==(const ModelSettings&) const = default;
  static std::span<const Setting<ModelSettings>> table();

  /// Throws a UsageError that names the setting, its value and what it must be.
  void check() const;
};

}  // namespace lehr

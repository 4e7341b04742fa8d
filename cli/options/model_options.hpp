#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include <cli/options/setting_options.hpp>

namespace CLI {
class App;
}

namespace lehr::cli {

/// The model and, for commands that take them as given, its kernel's parameters.
struct ModelChoices : Chosen<ModelSettings> {
  std::optional<double> variance;
  std::vector<double> lengthscales;

  bool prior_given() const;
  /// Judges what can be judged of the parameters before the number of features is known.
  void check_parameters() const;
  /// The parameters for a table with that many features.
  KernelParameters parameters(std::size_t features) const;
};

/// What matters only where parameters are learned.
inline const SettingNames kPriors = {"prior_variance", "prior_lengthscale"};

/// The options of the model's table.
void add_model_options(CLI::App& app, ModelChoices& choices, const SettingNames& left_out = {});
/// --variance, --lengthscale.
void add_parameter_options(CLI::App& app, ModelChoices& choices);

/// "kernel rbf, likelihood probit", of what was not chosen by the user.
std::vector<std::string> chosen_by_default(const ModelChoices& choices);

}  // namespace lehr::cli

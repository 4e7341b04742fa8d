#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <lehr/api/evidence.hpp>

namespace CLI {
class App;
}

namespace lehr::cli {

/// The model and, for commands that take them as given, its kernel's parameters.
struct ModelChoices {
  ModelSettings settings;
  std::optional<double> variance;
  std::vector<double> lengthscales;
  bool kernel_given = false;
  bool likelihood_given = false;
  bool prior_given = false;

  /// Judges what can be judged of the parameters before the number of features is known.
  void check_parameters() const;
  /// The parameters for a table with that many features.
  KernelParameters parameters(std::size_t features) const;
};

/// --kernel, --ard, --likelihood.
void add_model_options(CLI::App& app, ModelChoices& choices);
/// --variance, --lengthscale.
void add_parameter_options(CLI::App& app, ModelChoices& choices);
/// --prior-variance, --prior-lengthscale.
void add_prior_options(CLI::App& app, ModelChoices& choices);

/// A name of that kind from the catalogue.
std::string catalogue_name(std::string_view option, const std::string& text, const std::string& kind);

/// "kernel rbf, likelihood probit", of what was not chosen by the user.
std::vector<std::string> chosen_by_default(const ModelChoices& choices);

}  // namespace lehr::cli

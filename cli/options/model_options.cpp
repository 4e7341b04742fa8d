#include <cli/options/model_options.hpp>

#include <cli/options/option.hpp>
#include <cli/options/values.hpp>
#include <lehr/api/basics.hpp>
#include <lehr/api/catalogue.hpp>

namespace lehr::cli {
namespace {

constexpr const char* kModelHeading = "The model";

GammaPrior gamma_prior(std::string_view option, const std::string& text) {
  const std::vector<double> values = positive_numbers(option, text);
  if (values.size() != 2) {
    throw UsageError(std::string(option) + " is '" + text + "'; it must be two numbers A,B above 0: shape and rate");
  }
  return {values[0], values[1]};
}

}  // namespace

std::string catalogue_name(std::string_view option, const std::string& text, const std::string& kind) {
  return one_of(option, text, names_of(kind));
}

void add_model_options(CLI::App& app, ModelChoices& choices) {
  OptionGroup group(app, kModelHeading);
  group.add({"--kernel", joined(names_of("kernel"), "|"), "the covariance function (default rbf)"},
            [&](auto name, auto& text) {
              choices.settings.kernel = catalogue_name(name, text, "kernel");
              choices.kernel_given = true;
            });
  group.add_flag("--ard", "one length-scale per feature (default: one for all)", choices.settings.ard);
  group.add(
      {"--likelihood", joined(names_of("likelihood"), "|"), "how the latent function makes labels (default probit)"},
      [&](auto name, auto& text) {
        choices.settings.likelihood = catalogue_name(name, text, "likelihood");
        choices.likelihood_given = true;
      });
}

void add_parameter_options(CLI::App& app, ModelChoices& choices) {
  OptionGroup group(app, kModelHeading);
  group.add({"--variance", "V", "the kernel's variance (sigma), above 0; must be given"},
            [&](auto name, auto& text) { choices.variance = positive_number(name, text); });
  group.add_list(
      {"--lengthscale", "L[,L...]", "its length-scale (tau), above 0; with --ard one per feature; must be given"},
      [&](auto name, auto& text) { choices.lengthscales = positive_numbers(name, text); });
}

void add_prior_options(CLI::App& app, ModelChoices& choices) {
  OptionGroup group(app, kModelHeading);
  group.add_list({"--prior-variance", "A,B", "Gamma prior of the variance: shape, rate (default 1.1,0.1)"},
                 [&](auto name, auto& text) {
                   choices.settings.variance_prior = gamma_prior(name, text);
                   choices.prior_given = true;
                 });
  group.add_list(
      {"--prior-lengthscale", "A,B", "Gamma prior of a length-scale (default 1,1 with --ard, else 1,1/sqrt(features))"},
      [&](auto name, auto& text) {
        choices.settings.lengthscale_prior = gamma_prior(name, text);
        choices.prior_given = true;
      });
}

void ModelChoices::check_parameters() const {
  if (!variance) throw UsageError("--variance is missing: give the kernel's variance, for example --variance 5");
  if (lengthscales.empty()) {
    throw UsageError("--lengthscale is missing: give the kernel's length-scale, for example --lengthscale 3");
  }
  if (!settings.ard && lengthscales.size() > 1) {
    throw UsageError("--lengthscale has " + std::to_string(lengthscales.size()) +
                     " values; without --ard it must be one value for all features");
  }
}

KernelParameters ModelChoices::parameters(std::size_t features) const {
  if (settings.ard && lengthscales.size() != features) {
    throw UsageError("--lengthscale has " + counted(lengthscales.size(), "value") +
                     "; with --ard it must have one per feature, and there are " + std::to_string(features));
  }
  KernelParameters parameters{variance.value(), lengthscales};
  parameters.check(features);
  return parameters;
}

std::vector<std::string> chosen_by_default(const ModelChoices& choices) {
  std::vector<std::string> defaults;
  if (!choices.kernel_given) defaults.push_back("kernel " + choices.settings.kernel);
  if (!choices.likelihood_given) defaults.push_back("likelihood " + choices.settings.likelihood);
  return defaults;
}

}  // namespace lehr::cli

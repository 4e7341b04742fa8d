#include <cli/options/model_options.hpp>

#include <algorithm>

#include <cli/options/option.hpp>
#include <cli/options/values.hpp>
#include <lehr/api/basics.hpp>

namespace lehr::cli {
namespace {

constexpr const char* kModelHeading = "The model";

}  // namespace

void add_model_options(CLI::App& app, ModelChoices& choices, const SettingNames& left_out) {
  add_settings<ModelSettings>({app, kModelHeading}, choices, left_out);
}

void add_parameter_options(CLI::App& app, ModelChoices& choices) {
  OptionGroup group(app, kModelHeading);
  group.add({"--variance", "V", "the kernel's variance (sigma), above 0; must be given"},
            [&](auto name, auto& text) { choices.variance = positive_number(name, text); });
  group.add_list(
      {"--lengthscale", "L[,L...]", "its length-scale (tau), above 0; with --ard one per feature; must be given"},
      [&](auto name, auto& text) { choices.lengthscales = positive_numbers(name, text); });
}

bool ModelChoices::prior_given() const {
  return std::any_of(kPriors.begin(), kPriors.end(), [&](std::string_view name) { return has(name); });
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
  return told_defaults(choices.settings, choices.given);
}

}  // namespace lehr::cli

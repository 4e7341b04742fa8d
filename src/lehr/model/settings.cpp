#include <lehr/model/settings.hpp>

#include <string>

#include <lehr/base/check.hpp>
#include <lehr/base/find_named.hpp>
#include <lehr/kernels/kernel.hpp>
#include <lehr/likelihoods/likelihood.hpp>
#include <lehr/settings/table.hpp>

namespace lehr {
namespace {

/// The library knows more: some likelihoods are there for tests only.
std::vector<std::string> likelihoods_for_labels() {
  std::vector<std::string> names;
  for (const Likelihood* likelihood : likelihoods::all()) {
    if (likelihood->responds_to() == ResponseKind::two_classes) names.emplace_back(likelihood->name());
  }
  return names;
}

/// Beyond, a constant is a thousand sds of probit's noise: nothing is left to learn, and numbers lose their digits.
constexpr double kMostTermVariance = 1e6;

std::string shown_variance(double variance) { return variance > 0 ? to_text(variance) : "none"; }

constexpr Setting<ModelSettings> kTable[] = {
    {.member = &ModelSettings::kernel,
     .name = "kernel",
     .help = "the covariance function",
     .allowed = {.words = [] { return names_in(kernels::all()); },
                 .require = [](std::string_view name) { kernels::named(name); }},
     .told = "kernel @",
     .title = "kernel"},
    {.member = &ModelSettings::ard,
     .name = "ard",
     .help = "one length-scale per feature",
     .otherwise = "one for all",
     .title = "length-scales",
     .show = [](const ModelSettings& model) -> std::string {
       return model.ard ? "one for each feature" : "one for all features";
     }},
    {.member = &ModelSettings::likelihood,
     .name = "likelihood",
     .help = "how the latent function makes labels",
     .allowed = {.words = likelihoods_for_labels, .require = [](std::string_view name) { likelihoods::named(name); }},
     .told = "likelihood @",
     .title = "likelihood"},
    {.member = &ModelSettings::variance_prior,
     .name = "prior_variance",
     .value_name = "A,B",
     .help = "Gamma prior of the variance: shape, rate",
     .title = "prior of the variance",
     .own_key = "variance_prior"},
    {.member = &ModelSettings::lengthscale_prior,
     .name = "prior_lengthscale",
     .value_name = "A,B",
     .help = "Gamma prior of a length-scale",
     .otherwise = "1,1 with --ard, else 1,1/sqrt(features)",
     .title = "prior of a length-scale",
     .own_key = "lengthscale_prior"},
    {.member = &ModelSettings::intercept,
     .name = "intercept",
     .value_name = "V",
     .help = "prior variance of a constant that is added to the latent function; 0: none",
     .allowed = {.greatest = kMostTermVariance},
     .title = "prior variance of the intercept",
     .since = 3,
     .show = [](const ModelSettings& model) { return shown_variance(model.intercept); }},
    {.member = &ModelSettings::linear,
     .name = "linear",
     .value_name = "V",
     .help = "prior variance of the slope of each feature, as the fit standardises it; 0: no linear terms",
     .allowed = {.greatest = kMostTermVariance},
     .title = "prior variance of each slope",
     .since = 3,
     .show = [](const ModelSettings& model) { return shown_variance(model.linear); }},
};

}  // namespace

std::span<const Setting<ModelSettings>> ModelSettings::table() { return kTable; }

void ModelSettings::check() const { check_settings(*this); }

}  // namespace lehr

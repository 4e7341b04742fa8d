#include <lehr/samplers/settings.hpp>

#include <string>
#include <vector>

#include <lehr/base/find_named.hpp>
#include <lehr/samplers/sampler.hpp>
#include <lehr/samplers/target.hpp>
#include <lehr/settings/table.hpp>

namespace lehr {
namespace {

std::vector<std::string> approximations_to_tune_on() {
  std::vector<std::string> names;
  for (const Approximation* approximation : approximations::all()) {
    if (approximation->has_evidence()) names.emplace_back(approximation->name());
  }
  return names;
}

constexpr Setting<FitSettings> kTable[] = {
    {.member = &FitSettings::sampler,
     .name = "sampler",
     .help = "how moves are proposed",
     .allowed = {.words = [] { return names_in(samplers::all()); },
                 .require = [](std::string_view name) { samplers::named(name); }},
     .told = "sampler @",
     .title = "sampler"},
    {.member = &FitSettings::tune_on,
     .name = "tune_on",
     .help = "the approximation that warm-up learns from",
     .allowed = {.words = approximations_to_tune_on,
                 .require = [](std::string_view name) { tuning_approximation(name); }},
     .told = "tuned on @",
     .title = "warm-up learns from"},
    {.member = &FitSettings::chains,
     .name = "chains",
     .value_name = "C",
     .help = "independent chains",
     .allowed = {.least = 1, .most = kMostChains},
     .told = "@ chains",
     .title = "chains"},
    {.member = &FitSettings::warmup,
     .name = "warmup",
     .value_name = "N",
     .help = "most evaluations of each chain before its draws",
     .allowed = {.least = kLeastWarmUp, .most = kMostIterations},
     .told = "warm-up @",
     .title = "warm-up",
     .show =
         [](const FitSettings& fit) { return "at most " + std::to_string(fit.warmup) + " evaluations of each chain"; }},
    {.member = &FitSettings::draws,
     .name = "draws",
     .value_name = "N",
     .help = "draws to keep of each chain",
     .allowed = {.least = 1, .most = kMostIterations},
     .told = "@ draws of each chain",
     .title = "draws",
     .show = [](const FitSettings& fit) { return std::to_string(fit.draws) + " of each chain"; }},
    {.member = &FitSettings::thin,
     .name = "thin",
     .value_name = "K",
     .help = "iterations for each draw that is kept",
     .allowed = {.least = 1, .most = kMostIterations},
     .title = "iterations for each draw"},
    {.member = &FitSettings::keep_latents,
     .name = "keep_latents",
     .help = "leave the latent function's values out of the run file where predictions can do without",
     .title = "latents",
     .own_option = "--no-latents",
     .show = [](const FitSettings& fit) -> std::string {
       return fit.keep_latents ? "kept" : "left out where predictions can do without";
     }},
};

}  // namespace

std::span<const Setting<FitSettings>> FitSettings::table() { return kTable; }

void FitSettings::check(const ModelSettings& model) const {
  evidence.check(model);
  check_settings(*this);
}

}  // namespace lehr

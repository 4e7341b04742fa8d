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
    {.member = &FitSettings::goal,
     .name = "goal",
     .value_name = "E",
     .help = "stop when the chains agree and every parameter has so many effective draws",
     .otherwise = "400; none where --draws is given alone",
     .allowed = {.least = 1, .most = kMostIterations},
     .told = "goal of @ effective draws",
     .title = "goal",
     .since = 2,
     .show =
         [](const FitSettings& fit) {
           return fit.used_goal() ? std::to_string(*fit.used_goal()) + " effective draws of every parameter" : "";
         }},
    {.member = &FitSettings::draws,
     .name = "draws",
     .value_name = "N",
     .help = "draws of each chain: exactly N without --goal, at most N with it",
     .otherwise = "at most 4000",
     .allowed = {.least = 1, .most = kMostIterations},
     .told = "at most @ draws of each chain",
     .title = "draws",
     .show =
         [](const FitSettings& fit) {
           return (fit.used_goal() ? "at most " : "") + std::to_string(fit.most_draws()) + " of each chain";
         }},
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
    {.member = &FitSettings::model_evidence,
     .name = "model_evidence",
     .help = "do not estimate log p(y | model), by which models are compared",
     .title = "log p(y | model)",
     .own_option = "--no-model-evidence",
     .since = 3,
     .show = [](const FitSettings& fit) -> std::string { return fit.model_evidence ? "estimated" : "left out"; }},
    {.member = &FitSettings::time_limit,
     .name = "time_limit",
     .value_name = "TIME",
     .help = "end after so long (90s, 45m, 1h30m, 2d) with the draws there are then; --resume goes on",
     .otherwise = "none",
     .allowed = {.least = 1, .most = kMostSeconds},
     .own_key = ""},  // it may be another when the run is resumed
};

}  // namespace

std::span<const Setting<FitSettings>> FitSettings::table() { return kTable; }

std::optional<std::uint64_t> FitSettings::used_goal() const { return goal || draws ? goal : std::optional(kUsualGoal); }

void FitSettings::check(const ModelSettings& model) const {
  evidence.check(model);
  check_settings(*this);
}

}  // namespace lehr

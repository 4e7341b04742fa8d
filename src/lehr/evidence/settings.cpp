#include <lehr/evidence/settings.hpp>

#include <string>
#include <vector>

#include <lehr/base/errors.hpp>
#include <lehr/base/find_named.hpp>
#include <lehr/evidence/estimator.hpp>
#include <lehr/evidence/ladder.hpp>
#include <lehr/settings/table.hpp>
#include <lehr/sites/approximation.hpp>

namespace lehr {
namespace {

constexpr std::string_view kApproximationItself = "approximation";
constexpr std::string_view kConverged = "converged";
constexpr Allowed kSweeps = {.least = 1, .most = 100'000};

std::vector<std::string> estimator_names() {
  std::vector<std::string> names = names_in(estimators::all());
  names.insert(names.begin(), std::string(kApproximationItself));
  return names;
}

/// An estimator's other name is turned into its name.
void read_estimator(EvidenceSettings& settings, std::string_view option, std::string_view text) {
  for (const Estimator* estimator : estimators::all()) {
    if (text == estimator->other_name()) text = estimator->name();
  }
  read_value(option, text, {.words = estimator_names}, settings.estimator);
}

/// A number, or until it converges: two members, one option.
void read_sweeps(EvidenceSettings& settings, std::string_view option, std::string_view text) {
  settings.ep_converged = text == kConverged;
  if (settings.ep_converged) return;
  if (text.find_first_not_of("+-0123456789") != std::string_view::npos) {
    throw UsageError(std::string(option) + " is '" + std::string(text) +
                     "'; it must be a whole number above 0, or 'converged'");
  }
  read_value(option, text, kSweeps, settings.ep_sweeps);
}

std::optional<std::string> print_sweeps(const EvidenceSettings& settings) {
  return settings.ep_converged ? std::string(kConverged) : print_value(settings.ep_sweeps);
}

/// The default goes without saying: --ladder is refused where nothing is annealed.
std::optional<std::string> print_ladder(const EvidenceSettings& settings) {
  if (settings.ladder == EvidenceSettings{}.ladder) return std::nullopt;
  return settings.ladder;
}

constexpr Setting<EvidenceSettings> kTable[] = {
    {.member = &EvidenceSettings::approximation,
     .name = "approximation",
     .help = "of the latent posterior",
     .allowed = {.words = [] { return names_in(approximations::all()); },
                 .require = [](std::string_view name) { approximations::named(name); }},
     .told = "approximation @",
     .title = "approximation"},
    {.member = &EvidenceSettings::ep_sweeps,
     .name = "ep_sweeps",
     .value_name = "K|converged",
     .help = "sweeps of ep",
     .otherwise = "converged for --estimator approximation, else 5",
     .allowed = kSweeps,
     .title = "sweeps of ep",
     .read = read_sweeps,
     .print = print_sweeps},
    {.member = &EvidenceSettings::ep_converged, .own_key = "ep_converged"},  // ep_sweeps says it
    {.member = &EvidenceSettings::estimator,
     .name = "estimator",
     .help = "approximation: its own value; else an unbiased estimate",
     .otherwise = "the best there is",
     .allowed = {.words = estimator_names,
                 .require =
                     [](std::string_view name) {
                       if (name != kApproximationItself) estimators::named(name);
                     }},
     .told = "estimator @",
     .title = "estimator",
     .read = read_estimator},
    {.member = &EvidenceSettings::importance_samples,
     .name = "importance_samples",
     .value_name = "N",
     .help = "samples of one estimate",
     .allowed = {.least = 1, .most = 10'000'000},
     .told = "@ importance samples",
     .title = "importance samples"},
    {.member = &EvidenceSettings::repeats,
     .name = "repeats",
     .value_name = "R",
     .help = "estimates to make; from 2 on they give the noise",
     .allowed = {.least = 1, .most = 10'000'000},
     .told = "@ repeat"},
    {.member = &EvidenceSettings::temperatures,
     .name = "temperatures",
     .value_name = "s",
     .help = "steps of the annealing ladder",
     .otherwise = "square root of the rows",
     .allowed = {.least = 1, .most = 1'000'000},
     .told = "@ temperatures",
     .title = "temperatures"},
    {.member = &EvidenceSettings::ladder,
     .name = "ladder",
     .help = "how the temperatures are spaced",
     .otherwise = "default",
     .allowed = {.words = [] { return names_in(ladder_rules()); },
                 .require = [](std::string_view name) { make_ladder(name, 2); }},
     .told = "ladder @",
     .title = "ladder",
     .print = print_ladder},
    {.member = &EvidenceSettings::seed,
     .name = "seed",
     .value_name = "S",
     .help = "where the random numbers begin: same seed, same result",
     .told = "seed @",
     .title = "seed"},
    // Of a single evidence in Python; a run keeps the latents of its draws: FitSettings.
    {.member = &EvidenceSettings::keep_latents, .name = "keep_latents", .own_option = "", .own_key = ""},
};

}  // namespace

std::span<const Setting<EvidenceSettings>> EvidenceSettings::table() { return kTable; }

}  // namespace lehr

#include <cli/options/evidence_options.hpp>

#include <cli/options/model_options.hpp>
#include <cli/options/option.hpp>
#include <cli/options/values.hpp>
#include <lehr/api/basics.hpp>
#include <lehr/api/catalogue.hpp>

namespace lehr::cli {
namespace {

constexpr const char* kHeading = "The evidence";
constexpr int kMostSweeps = 100'000;
constexpr int kMostSamples = 10'000'000;
constexpr int kMostRepeats = 10'000'000;
constexpr int kMostTemperatures = 1'000'000;
constexpr int kRepeatsOfComparison = 20;

int count(std::string_view option, const std::string& text, int most) {
  return static_cast<int>(whole_number(option, text, 1, most));
}

void set_sweeps(EvidenceSettings& settings, std::string_view option, const std::string& text) {
  settings.ep_converged = text == "converged";
  if (settings.ep_converged) return;
  if (text.find_first_not_of("+-0123456789") != std::string::npos) {
    throw UsageError(std::string(option) + " is '" + text + "'; it must be a whole number above 0, or 'converged'");
  }
  settings.ep_sweeps = count(option, text, kMostSweeps);
}

}  // namespace

void EvidenceChoices::check(const ModelSettings& model) const {
  if (sweeps_given && settings.approximation != "ep") {
    throw UsageError("--ep-sweeps is for --approximation ep; it cannot be given with " + settings.approximation);
  }
  if (compare && (approximation_given || settings.estimator)) {
    throw UsageError(
        "--compare runs every approximation and estimator; --approximation and --estimator cannot be given with it");
  }
  settings.check(model);
  if (!compare && (settings.temperatures || ladder_given) && !settings.anneals(model)) {
    throw UsageError(std::string(settings.temperatures ? "--temperatures" : "--ladder") +
                     " is for --estimator ais; it cannot be given with " + settings.used_estimator(model));
  }
}

std::optional<std::string> EvidenceChoices::note_of_unused() const {
  if (settings.estimator != "approximation" || !(importance_samples_given || repeats_given)) return std::nullopt;
  return "nothing is sampled with --estimator approximation: samples and repeats are not used";
}

EvidenceSettings EvidenceChoices::comparison_settings() const {
  EvidenceSettings result = settings;
  if (!repeats_given) result.repeats = kRepeatsOfComparison;
  return result;
}

void add_estimator_options(CLI::App& app, EvidenceChoices& choices) {
  EvidenceSettings& settings = choices.settings;
  OptionGroup group(app, kHeading);
  group.add({"--approximation", joined(names_of("approximation"), "|"), "of the latent posterior (default ep)"},
            [&](auto name, auto& text) {
              settings.approximation = catalogue_name(name, text, "approximation");
              choices.approximation_given = true;
            });
  group.add({"--ep-sweeps", "K|converged", "sweeps of ep (default: converged for --estimator approximation, else 5)"},
            [&](auto name, auto& text) {
              set_sweeps(choices.settings, name, text);
              choices.sweeps_given = true;
            });
  group.add({"--estimator", joined(names_of("estimator"), "|"),
             "approximation: its own value; else an unbiased estimate (default: the best there is)"},
            [&](auto name, auto& text) { settings.estimator = one_of(name, text, names_of("estimator")); });
  group.add({"--importance-samples", "N",
             "samples of one estimate (default " + std::to_string(settings.importance_samples) + ")"},
            [&](auto name, auto& text) {
              settings.importance_samples = count(name, text, kMostSamples);
              choices.importance_samples_given = true;
            });
  group.add({"--temperatures", "s", "steps of the annealing ladder (default: square root of the rows)"},
            [&](auto name, auto& text) { settings.temperatures = count(name, text, kMostTemperatures); });
  group.add({"--ladder", joined(names_of("ladder"), "|"), "how the temperatures are spaced (default: default)"},
            [&](auto name, auto& text) {
              settings.ladder = one_of(name, text, names_of("ladder"));
              choices.ladder_given = true;
            });
}

void add_repeat_options(CLI::App& app, EvidenceChoices& choices) {
  OptionGroup group(app, kHeading);
  group.add({"--repeats", "R", "estimates to make; from 2 on they give the noise (default 1)"},
            [&](auto name, auto& text) {
              choices.settings.repeats = count(name, text, kMostRepeats);
              choices.repeats_given = true;
            });
  group.add_flag(
      "--compare",
      "every approximation and estimator side by side, noise against cost, on one thread (20 repeats by default)",
      choices.compare);
}

std::vector<std::string> chosen_by_default(const EvidenceChoices& choices, const EvidenceReport& report) {
  std::vector<std::string> defaults;
  const bool estimates = report.importance_samples > 0;
  const bool anneals = report.temperatures > 0;
  if (!choices.approximation_given) defaults.push_back("approximation " + report.approximation);
  if (!choices.settings.estimator) defaults.push_back("estimator " + report.estimator);
  if (estimates && !choices.importance_samples_given) {
    defaults.push_back(std::to_string(report.importance_samples) + " importance samples");
  }
  if (estimates && !choices.repeats_given) defaults.push_back("1 repeat");
  if (anneals && !choices.settings.temperatures)
    defaults.push_back(std::to_string(report.temperatures) + " temperatures");
  if (anneals && !choices.ladder_given) defaults.push_back("ladder " + report.ladder);
  return defaults;
}

}  // namespace lehr::cli

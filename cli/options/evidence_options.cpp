#include <cli/options/evidence_options.hpp>

#include <cli/options/option.hpp>
#include <lehr/api/basics.hpp>

namespace lehr::cli {
namespace {

constexpr const char* kHeading = "The evidence";
constexpr int kRepeatsOfComparison = 20;

/// What is not used without estimates, and what is not used without annealing.
const SettingNames kOfEstimates = {"importance_samples", "repeats"};
const SettingNames kOfLadders = {"temperatures", "ladder"};

std::vector<std::string> told(const EvidenceSettings& used, const SettingNames& given, SettingNames left_out,
                              bool estimates, bool anneals) {
  left_out.insert("seed");
  if (!estimates) left_out.insert(kOfEstimates.begin(), kOfEstimates.end());
  if (!anneals) left_out.insert(kOfLadders.begin(), kOfLadders.end());
  return told_defaults(used, given, left_out);
}

}  // namespace

void EvidenceChoices::check(const ModelSettings& model) const {
  if (has("ep_sweeps") && !has_sweeps(settings)) {
    throw UsageError("--ep-sweeps is for --approximation ep; it cannot be given with " + settings.approximation);
  }
  if (compare && (has("approximation") || settings.estimator)) {
    throw UsageError(
        "--compare runs every approximation and estimator; --approximation and --estimator cannot be given with it");
  }
  settings.check(model);
  if (!compare && (settings.temperatures || has("ladder")) && !settings.anneals(model)) {
    throw UsageError(std::string(settings.temperatures ? "--temperatures" : "--ladder") +
                     " is for --estimator ais; it cannot be given with " + settings.used_estimator(model));
  }
}

std::optional<std::string> EvidenceChoices::note_of_unused() const {
  if (settings.estimator != "approximation" || !(has("importance_samples") || has("repeats"))) return std::nullopt;
  return "nothing is sampled with --estimator approximation: samples and repeats are not used";
}

EvidenceSettings EvidenceChoices::comparison_settings() const {
  EvidenceSettings result = settings;
  if (!has("repeats")) result.repeats = kRepeatsOfComparison;
  return result;
}

void add_evidence_options(CLI::App& app, EvidenceChoices& choices, SettingNames left_out) {
  left_out.insert("seed");
  add_settings<EvidenceSettings>({app, kHeading}, choices, left_out);
}

void add_compare_option(CLI::App& app, EvidenceChoices& choices) {
  OptionGroup group(app, kHeading);
  group.add_flag(
      "--compare",
      "every approximation and estimator side by side, noise against cost, on one thread (20 repeats by default)",
      choices.compare);
}

std::vector<std::string> chosen_by_default(const EvidenceChoices& choices, const EvidenceReport& report) {
  EvidenceSettings used = choices.settings;
  used.estimator = report.estimator;
  used.temperatures = report.temperatures;
  return told(used, choices.given, {}, report.importance_samples > 0, report.temperatures > 0);
}

std::vector<std::string> chosen_by_default(const EvidenceChoices& choices, const ModelSettings& model) {
  EvidenceSettings used = choices.settings;
  used.estimator = used.used_estimator(model);
  return told(used, choices.given, {kNotOfFits}, *used.estimator != "approximation", used.anneals(model));
}

}  // namespace lehr::cli

#pragma once

#include <optional>
#include <string>
#include <vector>

#include <cli/options/setting_options.hpp>
#include <lehr/api/evidence.hpp>

namespace CLI {
class App;
}

namespace lehr::cli {

/// How the evidence is found; what was not given has the library's default.
struct EvidenceChoices : Chosen<EvidenceSettings> {
  bool compare = false;  // every approximation and estimator side by side

  void check(const ModelSettings& model) const;
  /// What to say where samples or repeats were asked for and nothing samples.
  std::optional<std::string> note_of_unused() const;
  /// The settings of a comparison: enough repeats to see the noise, unless the user chose their number.
  EvidenceSettings comparison_settings() const;
};

/// The options of the evidence's table but --seed, which every command has.
void add_evidence_options(CLI::App& app, EvidenceChoices& choices, SettingNames left_out = {});
/// --compare.
void add_compare_option(CLI::App& app, EvidenceChoices& choices);

/// "approximation ep, estimator ghk": of what the report says was used, that which was not chosen by the user.
std::vector<std::string> chosen_by_default(const EvidenceChoices& choices, const EvidenceReport& report);
/// The same of a fit for that model, where nothing is known beyond the settings.
std::vector<std::string> chosen_by_default(const EvidenceChoices& choices, const ModelSettings& model);

}  // namespace lehr::cli

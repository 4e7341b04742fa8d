#pragma once

#include <optional>
#include <string>
#include <vector>

#include <lehr/api/evidence.hpp>

namespace CLI {
class App;
}

namespace lehr::cli {

/// How the evidence is found; what was not given has the library's default.
struct EvidenceChoices {
  EvidenceSettings settings;
  bool compare = false;  // every approximation and estimator side by side
  bool approximation_given = false;
  bool sweeps_given = false;
  bool importance_samples_given = false;
  bool repeats_given = false;
  bool ladder_given = false;

  void check(const ModelSettings& model) const;
  /// What to say where samples or repeats were asked for and nothing samples.
  std::optional<std::string> note_of_unused() const;
  /// The settings of a comparison: enough repeats to see the noise, unless the user chose their number.
  EvidenceSettings comparison_settings() const;
};

/// --approximation, --ep-sweeps, --estimator, --importance-samples, --temperatures, --ladder. The help shows the number
/// of samples that `choices` holds as the default.
void add_estimator_options(CLI::App& app, EvidenceChoices& choices);
/// --repeats, --compare.
void add_repeat_options(CLI::App& app, EvidenceChoices& choices);

/// "approximation ep, estimator ghk": of what the report says was used, that which was not chosen by the user.
std::vector<std::string> chosen_by_default(const EvidenceChoices& choices, const EvidenceReport& report);

}  // namespace lehr::cli

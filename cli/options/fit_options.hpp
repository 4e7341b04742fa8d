#pragma once

#include <string>
#include <vector>

#include <cli/options/evidence_options.hpp>
#include <lehr/api/fit.hpp>

namespace CLI {
class App;
}

namespace lehr::cli {

struct CommonOptions;

/// How the posterior is sampled and where the run goes.
struct FitChoices {
  FitChoices();

  EvidenceChoices evidence;      // of every iteration
  Chosen<FitSettings> sampling;  // its evidence is where `evidence` begins; settings() puts the chosen one in
  std::string out;
  bool resume = false;
  bool overwrite = false;

  void check(const ModelSettings& model) const;
  FitSettings settings(const CommonOptions& common) const;
  IfExists if_exists() const;
};

/// --out, --resume, --overwrite, and those of the chains and of their evidence.
void add_fit_options(CLI::App& app, FitChoices& choices);

/// "sampler emulator, 4 chains", of what was not chosen by the user.
std::vector<std::string> chosen_by_default(const FitChoices& choices, const ModelSettings& model);

}  // namespace lehr::cli

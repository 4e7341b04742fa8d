#include <cli/options/fit_options.hpp>

#include <cli/options/common_options.hpp>
#include <cli/options/option.hpp>
#include <lehr/api/basics.hpp>
#include <lehr/api/open_run.hpp>

namespace lehr::cli {
FitChoices::FitChoices() { evidence.settings = sampling.settings.evidence; }

void FitChoices::check(const ModelSettings& model) const {
  if (out.empty()) throw UsageError("--out is missing: name the run file to write, for example --out run.nc");
  if (out == "-") throw UsageError("--out is '-'; a run file cannot go to standard output, so it must name a file");
  if (out.ends_with(kJournalSuffix)) {
    throw UsageError("--out is '" + out + "'; names that end in " + std::string(kJournalSuffix) +
                     " are those of fits that are not finished, so it must have another");
  }
  if (resume && overwrite) {
    throw UsageError("--resume and --overwrite cannot be given together: one continues a run, the other replaces it");
  }
  evidence.check(model);
  settings({}).check(model);
}

FitSettings FitChoices::settings(const CommonOptions& common) const {
  FitSettings settings = sampling.settings;
  settings.evidence = evidence.settings;
  settings.evidence.seed = common.seed_or_default();
  return settings;
}

IfExists FitChoices::if_exists() const {
  if (resume) return IfExists::resume;
  return overwrite ? IfExists::overwrite : IfExists::refuse;
}

void add_fit_options(CLI::App& app, FitChoices& choices) {
  OptionGroup group(app, "The run file");
  group.add({"--out", "RUN.nc", "the run file to write; must be given"}, [&](auto, auto& text) { choices.out = text; });
  group.add_flag(
      "--resume",
      "go on with a run that was interrupted or killed, or extend a finished one by more --draws or a larger --goal; "
      "the other options must be the same",
      choices.resume);
  group.add_flag("--overwrite", "replace a run that is already there", choices.overwrite);
  add_settings<FitSettings>({app, "The chains"}, choices.sampling);
  add_evidence_options(app, choices.evidence, {kNotOfFits});
}

std::vector<std::string> chosen_by_default(const FitChoices& choices, const ModelSettings& model) {
  FitSettings used = choices.sampling.settings;
  used.goal = choices.sampling.settings.used_goal();
  used.draws = used.most_draws();
  std::vector<std::string> defaults = told_defaults(used, choices.sampling.given);
  for (std::string& text : chosen_by_default(choices.evidence, model)) defaults.push_back(std::move(text));
  return defaults;
}

}  // namespace lehr::cli

#include <cli/options/fit_options.hpp>

#include <cli/options/common_options.hpp>
#include <cli/options/model_options.hpp>
#include <cli/options/option.hpp>
#include <cli/options/values.hpp>
#include <lehr/api/basics.hpp>
#include <lehr/api/catalogue.hpp>
#include <lehr/api/open_run.hpp>

namespace lehr::cli {
namespace {

std::size_t count(std::string_view option, const std::string& text, std::int64_t least, std::int64_t most) {
  return static_cast<std::size_t>(whole_number(option, text, least, most));
}

std::string with_default(const std::string& help, std::size_t value) {
  return help + " (default " + std::to_string(value) + ")";
}

void add_chain_options(CLI::App& app, FitChoices& choices) {
  FitSettings& sampling = choices.sampling;
  OptionGroup group(app, "The chains");
  group.add(
      {"--sampler", joined(names_of("sampler"), "|"), "how moves are proposed (default " + sampling.sampler + ")"},
      [&](auto name, auto& text) {
        sampling.sampler = catalogue_name(name, text, "sampler");
        choices.sampler_given = true;
      });
  group.add(
      {"--tune-on", "laplace|ep", "the approximation that warm-up learns from (default " + sampling.tune_on + ")"},
      [&](auto name, auto& text) {
        sampling.tune_on = one_of(name, text, {"laplace", "ep"});
        choices.tune_on_given = true;
      });
  group.add({"--chains", "C", with_default("independent chains", sampling.chains)}, [&](auto name, auto& text) {
    sampling.chains = count(name, text, 1, kMostChains);
    choices.chains_given = true;
  });
  group.add({"--warmup", "N", with_default("most evaluations of each chain before its draws", sampling.warmup)},
            [&](auto name, auto& text) {
              sampling.warmup = count(name, text, kLeastWarmUp, kMostIterations);
              choices.warmup_given = true;
            });
  group.add({"--draws", "N", with_default("draws to keep of each chain", sampling.draws)}, [&](auto name, auto& text) {
    sampling.draws = count(name, text, 1, kMostIterations);
    choices.draws_given = true;
  });
  group.add({"--thin", "K", with_default("iterations for each draw that is kept", sampling.thin)},
            [&](auto name, auto& text) { sampling.thin = count(name, text, 1, kMostIterations); });
  group.add_flag("--no-latents",
                 "leave the latent function's values out of the run file where predictions can do without",
                 choices.no_latents);
}

}  // namespace

FitChoices::FitChoices() { evidence.settings = sampling.evidence; }

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
  FitSettings settings = sampling;
  settings.evidence = evidence.settings;
  settings.evidence.seed = common.seed_or_default();
  settings.keep_latents = !no_latents;
  return settings;
}

IfExists FitChoices::if_exists() const {
  if (resume) return IfExists::resume;
  return overwrite ? IfExists::overwrite : IfExists::refuse;
}

void add_fit_options(CLI::App& app, FitChoices& choices) {
  OptionGroup group(app, "The run file");
  group.add({"--out", "RUN.nc", "the run file to write; must be given"}, [&](auto, auto& text) { choices.out = text; });
  group.add_flag("--resume", "continue a run that was interrupted or killed; the other options must be the same",
                 choices.resume);
  group.add_flag("--overwrite", "replace a run that is already there", choices.overwrite);
  add_chain_options(app, choices);
  add_estimator_options(app, choices.evidence);
}

std::vector<std::string> chosen_by_default(const FitChoices& choices) {
  const FitSettings& sampling = choices.sampling;
  const EvidenceSettings& evidence = choices.evidence.settings;
  std::vector<std::string> defaults;
  if (!choices.sampler_given) defaults.push_back("sampler " + sampling.sampler);
  if (!choices.tune_on_given) defaults.push_back("tuned on " + sampling.tune_on);
  if (!choices.chains_given) defaults.push_back(counted(sampling.chains, "chain"));
  if (!choices.warmup_given) defaults.push_back("warm-up " + std::to_string(sampling.warmup));
  if (!choices.draws_given) defaults.push_back(std::to_string(sampling.draws) + " draws of each chain");
  if (!choices.evidence.approximation_given) defaults.push_back("approximation " + evidence.approximation);
  if (!evidence.estimator) defaults.push_back("the best estimator for the likelihood");
  if (!choices.evidence.importance_samples_given) {
    defaults.push_back(std::to_string(evidence.importance_samples) + " importance samples");
  }
  return defaults;
}

}  // namespace lehr::cli

#include <lehr/api/fit.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <memory>

#include <lehr/base/errors.hpp>
#include <lehr/base/version.hpp>
#include <lehr/evidence/method.hpp>
#include <lehr/io/fit_journal.hpp>
#include <lehr/io/run_file_reader.hpp>
#include <lehr/io/run_file_writer.hpp>
#include <lehr/io/run_info_json.hpp>
#include <lehr/posterior/warnings.hpp>
#include <lehr/samplers/noise.hpp>

namespace lehr {
namespace {

constexpr double kTooNoisy = 1.5;
constexpr std::size_t kStatesForNoise = 5;

RunInfo describe(const FitRequest& request, const Model& model) {
  RunInfo info;
  info.version = version();
  info.source = request.source;
  info.model = request.model;
  info.fit = request.settings;
  info.encoding = request.table.encoding;
  info.data = request.table.data;
  info.parameter_names = model.parameter_names();
  return info;
}

/// log p(y_i | f_i) of each row.
std::vector<double> row_log_likelihoods(const Likelihood& likelihood, const Dataset& data, const Draw& draw) {
  std::vector<double> values;
  for (std::size_t i = 0; i < draw.latent.size(); ++i) {
    values.push_back(likelihood.log_density(data.labels[i], draw.latent[i]).value);
  }
  return values;
}

/// The draws that every chain has, from the journal to the run file, one in memory at a time.
void write_run_file(const std::string& path, const std::string& journal, const RunInfo& info, const Model& model,
                    std::size_t draws, const RunOutcome& outcome) {
  const bool noisy = model.likelihood().has_normal_noise();
  const bool latents = info.fit.keep_latents || !noisy;
  RunFileWriter writer(path, info,
                       {.chains = info.fit.chains,
                        .draws = draws,
                        .latents = latents,
                        .noisy_latents = noisy,
                        .log_likelihood = latents,
                        .outcome = outcome});
  visit_journal_draws(journal, info, [&](std::size_t chain, std::size_t index, const Draw& draw) {
    if (index < draws) writer.write_draw(chain, index, draw, row_log_likelihoods(model.likelihood(), info.data, draw));
  });
  writer.close();
}

/// A few states spread over the draws of the journal.
std::vector<std::vector<double>> some_states(const std::string& journal, const RunInfo& info, std::size_t draws) {
  std::vector<std::vector<double>> states;
  const std::size_t every = std::max<std::size_t>(1, draws / kStatesForNoise);
  visit_journal_draws(journal, info, [&](std::size_t chain, std::size_t index, const Draw& draw) {
    if (chain != 0 || index % every != every / 2) return;
    std::vector<double> log_theta;
    for (const double value : draw.parameters) log_theta.push_back(std::log(value));
    states.push_back(std::move(log_theta));
  });
  return states;
}

/// True if the run file holds this very run, finished.
bool is_finished(const std::string& path, const RunInfo& info) {
  const RunFileReader reader(path);
  if (run_info_to_json(reader.info()) != run_info_to_json(info)) {
    throw UsageError("'" + path +
                     "' was made with other options, another table or another version; give the same ones to --resume "
                     "it, or --overwrite it");
  }
  return reader.draws() == info.fit.draws;
}

std::string journal_path(const std::string& out) { return out + ".partial"; }

/// The journal to write to; none if the run is finished already.
std::unique_ptr<FitJournal> open_journal(const FitRequest& request, const RunInfo& info, FitReport& report) {
  const std::string journal = journal_path(request.out);
  const bool has_run = std::filesystem::exists(request.out);
  const bool has_journal = std::filesystem::exists(journal);
  if (request.if_exists == IfExists::refuse && (has_run || has_journal)) {
    throw UsageError("'" + (has_run ? request.out : journal) +
                     "' is already there; --resume continues it, --overwrite replaces it");
  }
  if (request.if_exists == IfExists::resume) {
    if (has_journal) return FitJournal::resume(journal, info);
    if (has_run && is_finished(request.out, info)) return nullptr;
    report.notes.push_back(has_run ? "the journal of '" + request.out + "' is gone: starting anew"
                                   : "there is nothing to resume: starting anew");
  }
  return FitJournal::begin(journal, info);
}

}  // namespace

FitReport fit(const FitRequest& request, const RunContext& context) {
  request.settings.check(request.model);
  const auto start = std::chrono::steady_clock::now();
  const Model model(request.model, request.table.data.feature_names);
  const RunInfo info = describe(request, model);
  const std::string journal_file = journal_path(request.out);
  FitReport report;
  const std::unique_ptr<FitJournal> journal = open_journal(request, info, report);
  if (!journal) {
    report.was_finished = true;
    report.run = read_report(request.out);
    return report;
  }

  const FitOutcome outcome = run_fit(info.data, model, info.fit, *journal, context);
  RunOutcome kept{.sampler = outcome.sampler, .seconds = 0, .estimate_noise = 0};
  kept.seconds =
      journal->known_seconds() + std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  journal->keep_seconds(kept.seconds);
  journal->sync();
  report.interrupted = outcome.interrupted;
  if (!outcome.fallback_reason.empty()) {
    report.notes.push_back("the metropolis sampler is used instead: " + outcome.fallback_reason);
  }

  const std::vector<std::size_t> counts = count_journal_draws(journal_file, info.fit.chains);
  const std::size_t draws = *std::min_element(counts.begin(), counts.end());
  if (draws == 0) throw Interrupted();
  const EvidenceMethod method = choose_method(info.fit.evidence, model.likelihood(), info.data.rows);
  if (!outcome.interrupted) {
    kept.estimate_noise =
        estimate_noise(info.data, model, method, some_states(journal_file, info, draws),
                       static_cast<std::size_t>(info.fit.evidence.importance_samples), info.fit.evidence.seed, context);
  }
  write_run_file(request.out, journal_file, info, model, draws, kept);
  if (!outcome.interrupted) journal->remove();
  report.run = read_report(request.out);
  return report;
}

RunReport read_report(const std::string& run_file) {
  const RunFileReader reader(run_file);
  RunReport report;
  report.summary = summarize(reader.read_chains(), reader.info().parameter_names);
  report.sampler = reader.outcome().sampler;
  report.seconds = reader.outcome().seconds;
  report.estimate_noise = reader.outcome().estimate_noise;
  const EvidenceMethod method = choose_method(
      reader.info().fit.evidence, likelihoods::named(reader.info().model.likelihood), reader.info().data.rows);
  report.estimator = method.estimator == nullptr ? "approximation" : method.estimator->name();
  report.complete = reader.draws() == reader.info().fit.draws;
  report.warnings = convergence_warnings(report.summary);
  if (report.estimate_noise > kTooNoisy) {
    char noise[32];
    std::snprintf(noise, sizeof noise, "%.2g", report.estimate_noise);
    report.warnings.push_back(
        "The log estimate has a noise of about " + std::string(noise) +
        " at posterior draws, above 1.5, so that chains get stuck. Use more importance samples or a "
        "better estimator.");
  }
  if (!report.complete) {
    report.warnings.push_back("The run was interrupted after " + std::to_string(reader.draws()) + " of " +
                              std::to_string(reader.info().fit.draws) + " draws of each chain");
  }
  return report;
}

}  // namespace lehr

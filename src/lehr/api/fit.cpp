#include <lehr/api/fit.hpp>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <memory>

#include <lehr/api/fit_parts.hpp>
#include <lehr/api/open_run.hpp>
#include <lehr/api/run.hpp>
#include <lehr/base/errors.hpp>
#include <lehr/files/temporary_file.hpp>
#include <lehr/journal/fit_journal.hpp>
#include <lehr/run/run_info_json.hpp>
#include <lehr/run_file/guarded.hpp>
#include <lehr/run_file/writer.hpp>
#include <lehr/samplers/fit.hpp>

namespace lehr {
namespace {

/// The draws that every chain has, from the journal to the run file, one in memory at a time.
void write_run_file(const std::string& path, const std::string& journal, const RunInfo& info, const Model& model,
                    std::size_t draws, const RunOutcome& outcome) {
  const bool has_f = info.keeps_latents() || info.state_name() == kLatentName;
  RunFileWriter writer(path, info,
                       {.chains = info.fit.chains,
                        .draws = draws,
                        .states = true,
                        .latents = info.keeps_latents(),
                        .log_likelihood = has_f,
                        .outcome = outcome});
  visit_journal_draws(journal, info, [&](std::size_t chain, std::size_t index, const Draw& draw) {
    if (index < draws) {
      writer.write_draw(
          chain, index, draw,
          row_log_likelihoods(model.likelihood(), info.data.labels, find_latent(info, draw.state, draw.latent)));
    }
  });
  writer.close();
}

/// The parameters at the draws of the journal where the noise of the estimate is measured.
std::vector<std::vector<double>> thetas_for_noise(const std::string& journal, const RunInfo& info, std::size_t draws) {
  std::vector<std::vector<double>> thetas;
  visit_journal_draws(journal, info, [&](std::size_t chain, std::size_t index, const Draw& draw) {
    if (index < draws && is_for_noise(chain, index, draws)) thetas.push_back(draw.parameters);
  });
  return thetas;
}

/// True if the run file holds this very run, finished.
bool is_finished(const std::string& path, const RunInfo& info) {
  const GuardedRunFile reader(path);
  if (run_info_to_json(reader.info()) != run_info_to_json(info)) {
    throw UsageError("'" + path +
                     "' was made with other options, another table or another version; give the same ones to --resume "
                     "it, or --overwrite it");
  }
  return reader.draws() == info.fit.draws;
}

std::string journal_path(const std::string& out) { return out + std::string(kJournalSuffix); }

/// The journal to write to; none if the run is finished already.
std::unique_ptr<FitJournal> open_journal(const FitRequest& request, const RunInfo& info, FitReport& report) {
  const std::string journal = journal_path(request.out);
  std::error_code ignored;  // a path that leads nowhere is refused when it is written to
  const bool has_run = std::filesystem::exists(request.out, ignored);
  const bool has_journal = std::filesystem::exists(journal, ignored);
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
  check_memory_for_fit(request.table.data.rows, request.settings, context);
  const auto start = std::chrono::steady_clock::now();
  const Model model(request.model, request.table.data.feature_names);
  const RunInfo info = describe_run(request.source, request.table, request.settings, request.model, model);
  const std::string journal_file = journal_path(request.out);
  FitReport report;
  const std::unique_ptr<FitJournal> journal = open_journal(request, info, report);
  if (!journal) {
    report.was_finished = true;
    report.run = read_report(request.out);
    return report;
  }
  TemporaryFile::remove_leftovers(request.out);  // no other fit writes there: the journal is ours

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
  if (!outcome.interrupted) {
    kept.estimate_noise = noise_of_run(info, model, outcome, thetas_for_noise(journal_file, info, draws), context);
  }
  write_run_file(request.out, journal_file, info, model, draws, kept);
  if (!outcome.interrupted) journal->remove();
  report.run = read_report(request.out);
  return report;
}

RunReport read_report(const std::string& run_file) {
  const std::unique_ptr<StoredRun> run = open_run(run_file);
  RunReport report = report_on(
      {.info = run->info(), .outcome = run->outcome(), .chains = run->read_chains(), .states = {}, .latents = {}});
  report.progress = run->progress();
  return report;
}

}  // namespace lehr

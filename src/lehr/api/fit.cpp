#include <lehr/api/fit.hpp>

#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>

#include <lehr/api/fit_parts.hpp>
#include <lehr/api/open_run.hpp>
#include <lehr/api/run_report.hpp>
#include <lehr/base/errors.hpp>
#include <lehr/files/temporary_file.hpp>
#include <lehr/journal/fit_journal.hpp>
#include <lehr/run/run_info_json.hpp>
#include <lehr/run_file/finished_run.hpp>
#include <lehr/run_file/writer.hpp>
#include <lehr/samplers/fit.hpp>

namespace lehr {
namespace {

RunFileContents contents_of(const RunInfo& info, std::size_t draws) {
  return {.chains = info.fit.chains,
          .draws = draws,
          .states = true,
          .latents = info.keeps_latents(),
          .log_likelihood = info.keeps_latents() || info.state_name() == kLatentName};
}

/// The draws that every chain has, from the journal to the run file, one in memory at a time. Returns the parameters at
/// those where the noise of the estimate is measured.
std::vector<std::vector<double>> copy_draws(const std::string& journal, const RunInfo& info, const Model& model,
                                            std::size_t draws, RunFileWriter& writer) {
  std::vector<std::vector<double>> thetas;
  visit_journal_draws(journal, info, [&](std::size_t chain, std::size_t index, const Draw& draw) {
    if (index >= draws) return;
    writer.write_draw(
        chain, index, draw,
        row_log_likelihoods(model, info.data, draw.parameters, find_latent(info, draw.state, draw.latent)));
    if (is_for_noise(chain, index, draws)) thetas.push_back(draw.parameters);
  });
  return thetas;
}

/// This very run, from its run file, if it is finished.
std::unique_ptr<StoredRun> open_if_finished(const std::string& path, const RunInfo& info) {
  std::unique_ptr<StoredRun> run = open_finished_run(path);
  if (run_info_to_json(run->info()) != run_info_to_json(info)) {
    throw UsageError("'" + path +
                     "' was made with other options, another table or another version; give the same ones to --resume "
                     "it, or --overwrite it");
  }
  if (run->draws() < info.fit.draws) return nullptr;
  return run;
}

std::string journal_path(const std::string& out) { return out + std::string(kJournalSuffix); }

/// The journal to write to; none if the run is finished already, which is reported.
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
    if (const auto finished = has_run ? open_if_finished(request.out, info) : nullptr) {
      report.was_finished = true;
      report.run = report_on(*finished);
      return nullptr;
    }
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
  FitReport report;
  report.info = info;
  const std::unique_ptr<FitJournal> journal = open_journal(request, info, report);
  if (!journal) return report;
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

  const std::size_t draws = journal->draws();
  if (draws == 0) throw Interrupted();
  RunFileWriter writer(request.out, info, contents_of(info, draws));
  const auto thetas = copy_draws(journal_path(request.out), info, model, draws, writer);
  if (!report.interrupted) {
    const std::optional<double> noise = noise_of_run(info, model, outcome, thetas, context);
    kept.estimate_noise = noise.value_or(0);
    report.interrupted = !noise;
  }
  writer.close(kept);
  report.run = report_on(*open_finished_run(request.out));
  if (!report.interrupted) journal->remove();  // the run file can be read
  return report;
}

}  // namespace lehr

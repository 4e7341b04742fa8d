#include <lehr/api/fit.hpp>

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <span>

#include <lehr/api/fit_parts.hpp>
#include <lehr/api/long_stay.hpp>
#include <lehr/api/open_journal.hpp>
#include <lehr/api/open_run.hpp>
#include <lehr/api/run_report.hpp>
#include <lehr/base/errors.hpp>
#include <lehr/files/temporary_file.hpp>
#include <lehr/journal/fit_journal.hpp>
#include <lehr/model/computable.hpp>
#include <lehr/run_file/finished_run.hpp>
#include <lehr/run_file/reader_program.hpp>
#include <lehr/run_file/writer.hpp>
#include <lehr/samplers/fit.hpp>

namespace lehr {
namespace {

using Thetas = std::vector<std::vector<double>>;  // chain after chain

/// Theta at so many draws of each chain.
Thetas thetas_of(const FitJournal& journal, const RunInfo& info, const Model& model, std::size_t draws) {
  Thetas thetas;
  for (std::size_t chain = 0; chain < info.fit.chains; ++chain) {
    for (std::size_t index = 0; index < draws; ++index) {
      thetas.push_back(model.space().natural(journal.log_theta(chain, index)));
    }
  }
  return thetas;
}

/// Theta at the draws at which the noise of the estimate is measured.
Thetas thetas_for_noise(const FitJournal& journal, const Model& model, std::size_t draws) {
  Thetas some;
  for (std::size_t index = 0; index < draws; ++index) {
    if (is_for_noise(0, index, draws)) some.push_back(model.space().natural(journal.log_theta(0, index)));
  }
  return some;
}

/// log theta at the draws that the evidence of the model is found from.
Thetas log_thetas_for_evidence(const FitJournal& journal, const RunInfo& info, std::size_t draws) {
  Thetas some;
  for (std::size_t chain = 0; chain < info.fit.chains; ++chain) {
    for (std::size_t index = 0; index < draws; ++index) {
      if (!place_for_evidence(index, draws)) continue;
      const std::span<const double> one = journal.log_theta(chain, index);
      some.emplace_back(one.begin(), one.end());
    }
  }
  return some;
}

/// So many draws of each chain, from the journal to the run file, one in memory at a time. The journal is read this
/// once: what coefficients need and the longest stays are picked on the way.
CoefficientDraws copy_draws(const std::string& journal, const RunInfo& info, const Model& model,
                            const std::optional<LeftOut>& left_out, std::size_t draws, RunFileWriter& writer,
                            LongStays& stays) {
  CoefficientDraws picked(info, model, draws);
  visit_journal_draws(journal, info, [&](std::size_t chain, std::size_t index, const Draw& draw) {
    if (index >= draws) return;
    std::vector<double> log_likelihood;
    if (left_out) log_likelihood = left_out->densities.at_draw(chain * draws + index);
    writer.write_draw(chain, index, draw, log_likelihood);
    picked.offer(chain, index, draw);
    stays.take(chain, draw);
  });
  return picked;
}

/// So many numbers of the evaluations of every chain's share of warm-up; all are there before the first draw. One chain
/// may have an evaluation more than another: that is made again where the run is extended.
std::size_t known_numbers(const FitJournal& journal, const RunInfo& info) {
  std::size_t least = journal.evaluations(0).size();
  for (std::size_t chain = 1; chain < info.fit.chains; ++chain) {
    least = std::min(least, journal.evaluations(chain).size());
  }
  return least;
}

}  // namespace

FitReport fit(const FitRequest& request, const RunContext& context) {
  request.settings.check(request.model);
  require_computable_priors(request.model);
  check_memory_for_fit(request.table.data.rows, request.settings, context);
  reader_program();  // reads the run file back at the end: if it is missing, better now
  const auto start = std::chrono::steady_clock::now();
  const Model model(request.model, request.table.data.feature_names);
  const RunInfo info = describe_run(request.source, request.table, request.settings, request.model, model);
  FitReport report;
  report.info = info;
  const std::unique_ptr<FitJournal> journal = open_journal(request, info, context, report);
  if (!journal) return report;
  const std::string journal_path = request.out + std::string(kJournalSuffix);
  for (const std::string& path : {request.out, journal_path}) {
    TemporaryFile::remove_leftovers(path);  // no other fit writes there: the journal is ours
  }

  const TimeLimit limit(time_limit_of(request.settings), context);
  tell_cost(info, model, *journal, limit);
  const FitOutcome outcome = run_fit(info.data, model, info.fit, *journal, limit.context(), goal_rule_of(info.fit));
  RunOutcome kept{.sampler = outcome.sampler,
                  .fallback_reason = outcome.fallback_reason,
                  .seconds = 0,
                  .estimate_noise = 0,
                  .goal_reached = outcome.goal_reached,
                  .warmup_evaluations = outcome.warmup_evaluations};
  kept.seconds =
      journal->known_seconds() + std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  journal->keep_seconds(kept.seconds);
  journal->sync();
  report.interrupted = outcome.interrupted;

  const std::size_t draws = journal->draws();
  if (draws == 0 && limit.reached()) {
    throw RunError(time_limit_text(request.settings) +
                   " before every chain had a draw: there is no run file yet, but what was done is kept; the same "
                   "command with --resume goes on");
  }
  if (draws == 0) throw Interrupted();
  const std::size_t evaluations = known_numbers(*journal, info);
  std::optional<LeftOut> left_out;
  if (!report.interrupted) {
    left_out =
        left_out_of_run(info, model, outcome, thetas_of(*journal, info, model, draws), evaluations, limit.context());
    report.interrupted = limit.context().stopped();
  }
  RunFileWriter writer(request.out, info, contents_of(info, draws, evaluations, left_out.has_value()));
  for (std::size_t chain = 0; chain < info.fit.chains; ++chain) {
    writer.write_evaluations(chain, std::span(journal->evaluations(chain)).first(evaluations));
  }
  LongStays stays(info.fit.chains, outcome.emulator);
  const CoefficientDraws picked = copy_draws(journal_path, info, model, left_out, draws, writer, stays);
  if (left_out) kept.leave_one_out = std::move(left_out->leave_one_out);
  if (!report.interrupted) {
    const std::optional<double> noise =
        noise_of_run(info, model, outcome, thetas_for_noise(*journal, model, draws), limit.context());
    kept.estimate_noise = noise.value_or(0);
    report.interrupted = !noise || !add_long_stay(info, model, outcome, stays, limit.context(), kept) ||
                         !add_model_evidence(info, model, outcome, log_thetas_for_evidence(*journal, info, draws),
                                             evaluations, limit.context(), kept);
  }
  if (!report.interrupted) report.interrupted = !add_coefficients(info, model, picked, limit.context(), kept);
  writer.close(kept);
  report.run = report_on(*open_finished_run(request.out));
  report.time_limit_reached = report.interrupted && limit.reached();
  if (report.time_limit_reached) {
    report.notes.push_back(time_limit_text(request.settings) + ": '" + request.out + "' holds " +
                           std::to_string(draws) + (draws == 1 ? " draw" : " draws") +
                           " of each chain; the same command with --resume goes on");
  }
  if (!report.interrupted) journal->remove();  // the run file can be read
  return report;
}

}  // namespace lehr

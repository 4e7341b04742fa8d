#include <lehr/api/cross_validate.hpp>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <mutex>
#include <utility>

#include <lehr/api/fit.hpp>
#include <lehr/api/fit_parts.hpp>
#include <lehr/api/open_run.hpp>
#include <lehr/api/predict.hpp>
#include <lehr/api/require_found.hpp>
#include <lehr/api/run.hpp>
#include <lehr/api/run_in_memory.hpp>
#include <lehr/api/run_report.hpp>
#include <lehr/base/check.hpp>
#include <lehr/base/errors.hpp>
#include <lehr/base/memory.hpp>
#include <lehr/base/parallel.hpp>
#include <lehr/data/folds.hpp>
#include <lehr/diagnostics/moments.hpp>
#include <lehr/posterior/predict.hpp>
#include <lehr/posterior/run_states.hpp>
#include <lehr/priors/prior_form.hpp>
#include <lehr/settings/table.hpp>

namespace lehr {
namespace {

constexpr Setting<CrossValidationSettings> kTable[] = {
    {.member = &CrossValidationSettings::folds,
     .name = "folds",
     .value_name = "K",
     .help = "into how many folds the rows are dealt, each with its share of both classes",
     .allowed = {.least = 2, .most = 1000},
     .own_key = ""},
    {.member = &CrossValidationSettings::folder,
     .name = "runs",
     .value_name = "FOLDER",
     .help = "a folder to keep the run files of the folds in",
     .otherwise = "they are not kept",
     .own_key = ""},
    {.member = &CrossValidationSettings::resume,
     .name = "resume",
     .help = "go on with the runs in the folder; the other options must be the same",
     .own_key = ""},
};

/// One fold left out.
struct Fold {
  EncodedTable training;
  Dataset test;
};

Fold fold_of(const CrossValidationRequest& request, const std::vector<std::size_t>& fold_of_row, std::size_t fold) {
  const SplitTable split = split_table(request.table, fold_of_row, fold);
  Fold result{encode_training_table(split.outside, request.encoding), {}};
  result.test = apply_encoding(result.training.encoding, split.inside, Labels::require).data;
  return result;
}

struct Fitted {
  std::vector<double> probability;
  std::vector<std::string> warnings;
};

std::vector<double> predicted(const StoredRun& run, const Dataset& rows, const PredictionSettings& settings,
                              const RunContext& context) {
  const Model model(run.info().model, run.info().data.feature_names);
  const VisitStates visit = [&](const auto& take) { visit_states(run, take, settings.draws); };
  return require_found(predict({run.info().data, model, visit}, rows, settings, context), context, kRunBreaksDown)
      .probability;
}

std::string run_file_of(const CrossValidationRequest& request, std::size_t fold) {
  return (std::filesystem::path(request.settings.folder) / ("fold-" + std::to_string(fold + 1) + ".nc")).string();
}

/// By a run file, from which a resume goes on.
Fitted fit_in_folder(const CrossValidationRequest& request, Fold fold, std::size_t number, const RunContext& context) {
  const std::string path = run_file_of(request, number);
  FitReport report = fit({.source = request.table.source,
                          .table = std::move(fold.training),
                          .model = request.model,
                          .settings = request.fit,
                          .out = path,
                          .if_exists = request.settings.resume ? IfExists::resume : IfExists::refuse},
                         context);
  if (report.interrupted) throw Interrupted();
  return {predicted(*open_run(path), fold.test, request.predictions, context), std::move(report.run.warnings)};
}

Fitted fit_in_memory(const CrossValidationRequest& request, Fold fold, const RunContext& context) {
  const SampleReport report = sample({.source = request.table.source,
                                      .table = std::move(fold.training),
                                      .model = request.model,
                                      .settings = request.fit},
                                     context);
  if (report.interrupted) throw Interrupted();
  return {predicted(RunInMemory(report.run), fold.test, request.predictions, context), report_on(report.run).warnings};
}

void make_folder(const CrossValidationRequest& request) {
  std::error_code error;
  std::filesystem::create_directories(request.settings.folder, error);
  if (!std::filesystem::is_directory(request.settings.folder)) {
    throw RunError("'" + request.settings.folder + "' is no folder and cannot be made one: " + error.message());
  }
  if (request.settings.resume) return;
  for (std::size_t fold = 0; fold < request.settings.folds; ++fold) {
    for (const std::string& path :
         {run_file_of(request, fold), run_file_of(request, fold) + std::string(kJournalSuffix)}) {
      if (std::filesystem::exists(path)) throw UsageError("'" + path + "' is already there; --resume goes on with it");
    }
  }
}

/// Of the mean of `score` over rows.
template <class Score>
double standard_error(const CrossValidationReport& report, const std::vector<double>& classes, const Score& score) {
  std::vector<double> values;
  for (std::size_t row = 0; row < classes.size(); ++row) values.push_back(score(report.probability[row], classes[row]));
  return std::sqrt(sample_variance(values) / static_cast<double>(values.size()));
}

void add_scores(const std::vector<double>& classes, CrossValidationReport& report) {
  report.scores = score_probabilities(report.probability, classes);
  const auto one = [](const auto& member) {
    return [member](double probability, double of_class) {
      return score_probabilities(std::vector{probability}, std::vector{of_class}).*member;
    };
  };
  report.error_se = standard_error(report, classes, one(&Scores::error));
  report.log_loss_se = standard_error(report, classes, one(&Scores::log_loss));
  report.brier_se = standard_error(report, classes, one(&Scores::brier));
  const auto rows = static_cast<double>(classes.size());
  report.elpd = -rows * report.scores.log_loss;
  report.elpd_se = rows * report.log_loss_se;
  std::vector<double> areas;
  for (std::size_t fold = 0; fold < report.folds.size(); ++fold) {
    std::vector<double> probability;
    std::vector<double> own;
    for (std::size_t row = 0; row < classes.size(); ++row) {
      if (report.fold_of_row[row] != fold) continue;
      probability.push_back(report.probability[row]);
      own.push_back(classes[row]);
    }
    report.folds[fold].scores = score_probabilities(probability, own);
    if (report.folds[fold].scores.auc) areas.push_back(*report.folds[fold].scores.auc);
  }
  if (areas.size() == report.folds.size()) {
    report.auc_se = std::sqrt(sample_variance(areas) / static_cast<double>(areas.size()));
  }
}

}  // namespace

std::span<const Setting<CrossValidationSettings>> CrossValidationSettings::table() { return kTable; }

void CrossValidationSettings::check() const {
  check_settings(*this);
  if (resume && folder.empty()) throw UsageError("a resume needs the folder in which the runs of the folds are kept");
}

void CrossValidationRequest::check() const {
  settings.check();
  model.check();
  fit.check(model);
  predictions.check();
}

CrossValidationReport cross_validate(const CrossValidationRequest& request, const RunContext& context) {
  request.check();
  const Dataset all = encode_training_table(request.table, request.encoding).data;
  const auto positives = static_cast<double>(std::count(all.responses.value.begin(), all.responses.value.end(), 1.0));
  const double fewer = std::min(positives, static_cast<double>(all.rows) - positives);
  if (fewer < 2 || all.rows < request.settings.folds) {
    throw InputError(request.table.source + ": " + std::to_string(request.settings.folds) +
                     " folds take as many rows, and two of each class at least");
  }
  if (!request.settings.folder.empty()) make_folder(request);
  CrossValidationReport report;
  report.fold_of_row = deal_folds(all.responses, request.settings.folds, request.fit.evidence.seed);
  report.folds.resize(request.settings.folds);
  report.probability.resize(all.rows);

  const int at_once = std::min(context.threads, static_cast<int>(request.settings.folds));
  check_memory_for(all.rows, prior_forms::most_bytes(all.rows, Use::sites) * at_once);
  std::mutex mutex;
  std::size_t done = 0;
  for_each_block(request.settings.folds, at_once, [&](std::size_t number) {
    context.throw_if_stopped();
    const RunContext own{.threads = std::max(1, context.threads / at_once), .stop = context.stop};
    Fold fold = fold_of(request, report.fold_of_row, number);
    Fitted fitted = request.settings.folder.empty() ? fit_in_memory(request, std::move(fold), own)
                                                    : fit_in_folder(request, std::move(fold), number, own);
    report.folds[number].warnings = std::move(fitted.warnings);
    std::size_t next = 0;
    for (std::size_t row = 0; row < all.rows; ++row) {
      if (report.fold_of_row[row] == number) report.probability[row] = fitted.probability[next++];
    }
    const std::scoped_lock lock(mutex);
    context.progress("folds", static_cast<double>(++done) / static_cast<double>(request.settings.folds));
  });
  add_scores(all.responses.value, report);
  return report;
}

}  // namespace lehr

#include <lehr/api/predict.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <memory>
#include <optional>
#include <utility>

#include <lehr/api/open_run.hpp>
#include <lehr/api/require_found.hpp>
#include <lehr/api/run.hpp>
#include <lehr/api/run_in_memory.hpp>
#include <lehr/posterior/predict.hpp>
#include <lehr/posterior/run_states.hpp>

namespace lehr {
namespace {

/// Of the Monte Carlo error: an approximation below it is lost among what draws leave open.
constexpr double kSmallShare = 0.1;

Predictions predict_rows(const StoredRun& run, const Dataset& rows, const PredictionSettings& settings,
                         const RunContext& context) {
  const Model model(run.info().model, run.info().data.feature_names);
  const VisitStates visit = [&](const auto& take) { visit_states(run, take, settings.draws); };
  return require_found(predict({run.info().data, model, visit}, rows, settings, context), context, kRunBreaksDown);
}

/// "0.0031": two digits are all that is known of an error.
std::string error_text(double error) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.2g", error);
  return text.data();
}

/// What was averaged over, and how well the probabilities are known. Empty where draws are too few to tell.
std::optional<double> add_notes(const StoredRun& run, const PredictionSettings& settings,
                                const Predictions& predictions, std::vector<std::string>& notes) {
  const std::size_t all = run.info().fit.chains * run.draws();
  std::string note = std::to_string(predictions.draws) + " of the run's " + std::to_string(all) + " draws";
  std::vector<double> errors = predictions.mcse_probability;
  const bool known = !errors.empty() && !std::isnan(errors.front());
  if (known) {
    std::sort(errors.begin(), errors.end());
    note +=
        "; the Monte Carlo error (a standard deviation) of a probability is " + error_text(errors[errors.size() / 2]);
    if (errors.size() > 1) note += " at the median row, " + error_text(errors.back()) + " at most";
  } else if (!errors.empty()) {
    note += ", too few of each chain to tell the Monte Carlo error of a probability";
  }
  notes.push_back(std::move(note));
  if (settings.variances == "regressed" && !predictions.variance_regression) {
    notes.push_back("variances are exact: these draws are too few to regress them on " +
                    std::to_string(run.info().parameter_names.size()) + " parameters");
  }
  if (!known) return std::nullopt;
  return errors[errors.size() / 2];
}

/// Never in silence: what regressed variances cost.
void add_regression_notes(const Predictions& predictions, std::optional<double> monte_carlo_error,
                          std::vector<std::string>& notes, std::vector<std::string>& warnings) {
  if (!predictions.variance_regression) return;
  const VarianceRegressionError& error = *predictions.variance_regression;
  notes.push_back("variances are regressed on the parameters, from " + std::to_string(error.anchors) +
                  " draws: an approximation. At " + std::to_string(error.rows) + " training rows and " +
                  std::to_string(error.draws) + " other draws it moves a draw's probability by " +
                  error_text(error.mean) + " on average, " + error_text(error.largest) + " at most");
  if (monte_carlo_error && !(error.mean <= kSmallShare * *monte_carlo_error)) {
    warnings.push_back("regressed variances move a probability by " + error_text(error.mean) +
                       " on average, more than a tenth of its Monte Carlo error: take --variances exact");
  }
}

}  // namespace

Encoding read_encoding(const std::string& run_file) { return open_run(run_file)->info().encoding; }

PredictionReport predict_table(const std::string& run_file, const Table& table, const PredictionSettings& settings,
                               const RunContext& context) {
  const std::unique_ptr<StoredRun> run = open_run(run_file);
  const Encoding& encoding = run->info().encoding;
  AppliedTable applied = apply_encoding(encoding, table, Labels::ignore);
  PredictionReport report;
  report.predictions = predict_rows(*run, applied.data, settings, context);
  for (const double probability : report.predictions.probability) {
    report.labels.push_back(probability >= 0.5 ? encoding.positive : encoding.negative);
  }
  report.notes = std::move(applied.notes);
  const std::optional<double> error = add_notes(*run, settings, report.predictions, report.notes);
  add_regression_notes(report.predictions, error, report.notes, report.warnings);
  return report;
}

ScoreReport score_table(const std::string& run_file, const Table& table, const PredictionSettings& settings,
                        const RunContext& context) {
  const std::unique_ptr<StoredRun> run = open_run(run_file);
  AppliedTable applied = apply_encoding(run->info().encoding, table, Labels::require);
  const Predictions predictions = predict_rows(*run, applied.data, settings, context);
  ScoreReport report{
      score_probabilities(predictions.probability, applied.data.responses.value), std::move(applied.notes), {}};
  const std::optional<double> error = add_notes(*run, settings, predictions, report.notes);
  add_regression_notes(predictions, error, report.notes, report.warnings);
  return report;
}

Predictions predict(const Run& run, const NumberView& rows, const PredictionSettings& settings,
                    const RunContext& context) {
  settings.check();
  return predict_rows(RunInMemory(run), apply_encoding(run.info.encoding, rows), settings, context);
}

}  // namespace lehr

#include <lehr/api/predict.hpp>

#include <algorithm>
#include <memory>
#include <span>
#include <utility>

#include <lehr/api/open_run.hpp>
#include <lehr/api/run.hpp>
#include <lehr/base/memory.hpp>
#include <lehr/posterior/predict.hpp>
#include <lehr/posterior/run_states.hpp>

namespace lehr {
namespace {

/// A run that lies in memory, which must outlive it.
class RunInMemory final : public StoredRun {
 public:
  explicit RunInMemory(const Run& run) : run_(run) {}

  const RunInfo& info() const override { return run_.info; }
  const RunOutcome& outcome() const override { return run_.outcome; }
  std::size_t draws() const override { return run_.chains.draws; }
  std::optional<RunProgress> progress() const override { return std::nullopt; }
  Chains read_chains() const override { return run_.chains; }

  void visit_draws(const VisitDraw& visit) const override {
    for (std::size_t index = 0; index < run_.chains.log_prior.size(); ++index) {
      Draw draw;
      for (const std::vector<double>& parameter : run_.chains.parameters) draw.parameters.push_back(parameter[index]);
      draw.state = row_of(run_.states, index);
      visit(index / run_.chains.draws, index % run_.chains.draws, draw);
    }
  }

 private:
  std::vector<double> row_of(std::span<const double> values, std::size_t index) const {
    if (values.empty()) return {};
    const auto row = values.subspan(index * run_.info.data.rows, run_.info.data.rows);
    return {row.begin(), row.end()};
  }

  const Run& run_;
};

Predictions predict_rows(const StoredRun& run, const Dataset& rows, const PredictionSettings& settings,
                         const RunContext& context) {
  check_memory_for(run.info().data.rows, 2.0 * std::max(1, context.threads));
  const Model model(run.info().model, run.info().data.feature_names);
  return predict({run.info().data, model, [&](const auto& take) { visit_states(run, take); }}, rows, settings, context);
}

}  // namespace

Encoding read_encoding(const std::string& run_file) { return open_run(run_file)->info().encoding; }

PredictionReport predict_table(const std::string& run_file, const Table& table, const RunContext& context) {
  const std::unique_ptr<StoredRun> run = open_run(run_file);
  const Encoding& encoding = run->info().encoding;
  AppliedTable applied = apply_encoding(encoding, table, Labels::ignore);
  PredictionReport report;
  report.predictions = predict_rows(*run, applied.data, {}, context);
  for (const double probability : report.predictions.probability) {
    report.labels.push_back(probability >= 0.5 ? encoding.positive : encoding.negative);
  }
  report.notes = std::move(applied.notes);
  return report;
}

ScoreReport score_table(const std::string& run_file, const Table& table, const RunContext& context) {
  const std::unique_ptr<StoredRun> run = open_run(run_file);
  AppliedTable applied = apply_encoding(run->info().encoding, table, Labels::require);
  const Predictions predictions = predict_rows(*run, applied.data, {}, context);
  return {score_probabilities(predictions.probability, applied.data.labels), std::move(applied.notes)};
}

Predictions predict(const Run& run, const NumberView& rows, double interval, const RunContext& context) {
  return predict_rows(RunInMemory(run), apply_encoding(run.info.encoding, rows), {interval}, context);
}

}  // namespace lehr

#include <lehr/api/report.hpp>

#include <algorithm>
#include <cmath>
#include <memory>
#include <set>
#include <utility>

#include <lehr/api/fit.hpp>
#include <lehr/api/open_run.hpp>
#include <lehr/api/predict.hpp>
#include <lehr/api/require_found.hpp>
#include <lehr/api/run_relevance.hpp>
#include <lehr/api/run_report.hpp>
#include <lehr/posterior/predict.hpp>
#include <lehr/posterior/run_states.hpp>
#include <lehr/report/page.hpp>

namespace lehr {
namespace {

constexpr std::size_t kLeastStates = 100;    // for pictures, where more draws change little that can be seen
constexpr double kPatience = 2e11;           // multiplications for the rows of the run: some seconds
constexpr std::size_t kMostInSample = 1000;  // rows of the run that are judged

/// At most so many rows, evenly spread.
Dataset some_rows(const Dataset& data, std::size_t most) {
  const std::size_t every = (data.rows + most - 1) / most;
  if (every <= 1) return data;
  Dataset some{0, data.features, {}, {data.responses.kind}, data.feature_names};
  for (std::size_t k = 0; k < data.features; ++k) {
    for (std::size_t row = 0; row < data.rows; row += every) some.inputs.push_back(data.feature(k)[row]);
  }
  for (std::size_t row = 0; row < data.rows; row += every) some.responses.value.push_back(data.responses.value[row]);
  some.rows = some.responses.rows();
  return some;
}

std::size_t states_worth_taking(const Dataset& data, std::size_t most) {
  const auto n = static_cast<double>(data.rows);
  const double solves = kPatience / (n * n * static_cast<double>(std::min(data.rows, kMostInSample)));
  return std::min(most, static_cast<std::size_t>(std::max(solves, double{kLeastStates})));
}

std::vector<double> row_of(const Dataset& data, std::size_t row) {
  std::vector<double> values;
  for (std::size_t k = 0; k < data.features; ++k) values.push_back(data.feature(k)[row]);
  return values;
}

/// How many rows are equal to one of the run.
std::size_t count_seen(const Dataset& training, const Dataset& rows) {
  std::set<std::vector<double>> known;
  for (std::size_t row = 0; row < training.rows; ++row) known.insert(row_of(training, row));
  std::size_t seen = 0;
  for (std::size_t row = 0; row < rows.rows; ++row) seen += known.count(row_of(rows, row));
  return seen;
}

report::Judged judge_test(const std::string& run_file, const RunInfo& info, const Table& test,
                          const PredictionSettings& settings, HtmlReport& result, const RunContext& context) {
  const AppliedTable applied = apply_encoding(info.encoding, test, Labels::require);
  PredictionReport predicted = predict_table(run_file, test, settings, context);
  result.notes = std::move(predicted.notes);
  return {test.source, report::JudgedRows::held_out, count_seen(info.data, applied.data),
          std::move(predicted.predictions.probability), applied.data.responses.value};
}

/// Each row by what the others say of it.
report::Judged judge_left_out(const RunInfo& info, const LeaveOneOut& leave_one_out) {
  report::Judged judged{info.source, report::JudgedRows::left_out, 0, {}, info.data.responses.value};
  for (std::size_t row = 0; row < info.data.rows; ++row) {
    const double of_its_class = std::exp(leave_one_out.elpd[row]);
    judged.probability.push_back(judged.classes[row] > 0 ? of_its_class : 1 - of_its_class);
  }
  return judged;
}

report::Judged judge_own_rows(const RunInfo& info, const report::PredictRows& predict) {
  Dataset rows = some_rows(info.data, kMostInSample);
  Predictions predictions = predict(rows);
  return {info.source, report::JudgedRows::in_sample, 0, std::move(predictions.probability),
          std::move(rows.responses.value)};
}

}  // namespace

HtmlReport html_report(const std::string& run_file, const std::optional<Table>& test,
                       const PredictionSettings& settings, const RunContext& context) {
  settings.check();
  const std::unique_ptr<StoredRun> run = open_run(run_file);
  RunReport summary = report_on(*run);
  HtmlReport result;
  result.verdict = summary.verdict;
  report::ReportContents contents;
  contents.run_file = run_file;
  contents.info = run->info();
  contents.outcome = run->outcome();
  contents.estimator = summary.estimator;
  contents.chains = run->read_chains();
  contents.summary = std::move(summary.summary);
  contents.verdict = std::move(summary.verdict);
  contents.silence = std::move(summary.silence);
  contents.goal = std::move(summary.goal);
  contents.loo = std::move(summary.loo);
  contents.more = std::move(summary.more);
  contents.warnings = std::move(summary.warnings);
  contents.progress = summary.progress;
  if (run->draws() > 0) {
    std::vector<PosteriorState> states;
    visit_states(
        *run, [&](const PosteriorState& state) { states.push_back(state); },
        states_worth_taking(contents.info.data, settings.draws));
    const Model model(contents.info.model, contents.info.data.feature_names);
    for (const PosteriorState& state : states) contents.states += state.count;
    contents.predict = [&contents, &context, states, model](const Dataset& rows) {
      const VisitStates visit = [&](const auto& take) { std::for_each(states.begin(), states.end(), take); };
      return require_found(predict({contents.info.data, model, visit}, rows, {}, context), context, kRunBreaksDown);
    };
    if (test) {
      contents.judged = judge_test(run_file, contents.info, *test, settings, result, context);
    } else if (contents.outcome.leave_one_out) {
      contents.judged = judge_left_out(contents.info, *contents.outcome.leave_one_out);
    } else {
      contents.judged = judge_own_rows(contents.info, contents.predict);
    }
  }
  if (run->draws() > 0) contents.relevance = relevance(*run, context).features;
  result.html = report::page(contents);
  result.warnings = contents.warnings;
  return result;
}

}  // namespace lehr

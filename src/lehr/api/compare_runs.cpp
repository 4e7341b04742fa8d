#include <lehr/api/compare_runs.hpp>

#include <algorithm>
#include <cmath>
#include <memory>
#include <span>
#include <utility>

#include <lehr/api/open_run.hpp>
#include <lehr/api/pointwise_elpd.hpp>
#include <lehr/api/run.hpp>
#include <lehr/api/run_in_memory.hpp>
#include <lehr/base/errors.hpp>
#include <lehr/diagnostics/leave_one_out.hpp>
#include <lehr/diagnostics/moments.hpp>

namespace lehr {
namespace {

[[noreturn]] void refuse(const RunToCompare& run, const RunToCompare& other, const std::string& why) {
  throw InputError("'" + run.file + "' and '" + other.file + "' cannot be compared: " + why +
                   "; models are compared on the same rows with the same responses");
}

/// A column as the table had it, up to rounding.
std::vector<double> column_of(const RunInfo& info, std::size_t feature) {
  const FeatureEncoding& encoding = info.encoding.features[feature];
  std::vector<double> values;
  for (const double input : info.data.feature(feature)) values.push_back(encoding.mean + encoding.scale * input);
  return values;
}

/// The first row in which they differ by more than rounding.
std::optional<std::size_t> first_difference(const std::vector<double>& a, const std::vector<double>& b) {
  constexpr double kRounding = 1e-9;
  double size = 0;
  for (const double value : a) size = std::max(size, std::abs(value));
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (!(std::abs(a[i] - b[i]) <= kRounding * size)) return i;
  }
  return std::nullopt;
}

/// Columns of the same name have the same numbers, or the rows are others.
void require_same_columns(const RunToCompare& run, const RunToCompare& other) {
  const auto features = [](const RunInfo& info) { return std::min(info.encoding.features.size(), info.data.features); };
  for (std::size_t k = 0; k < features(run.info); ++k) {
    const std::string& name = run.info.encoding.features[k].name;
    for (std::size_t l = 0; l < features(other.info); ++l) {
      if (name != other.info.encoding.features[l].name) continue;
      const std::optional<std::size_t> row = first_difference(column_of(run.info, k), column_of(other.info, l));
      if (!row) continue;
      refuse(run, other, "their columns '" + name + "' hold other numbers, first in row " + std::to_string(*row + 1));
    }
  }
}

void require_same_responses(const RunToCompare& run, const RunToCompare& first) {
  const Dataset& data = run.info.data;
  const Dataset& known = first.info.data;
  if (data.rows != known.rows) {
    refuse(run, first, "one has " + std::to_string(data.rows) + " rows and the other " + std::to_string(known.rows));
  }
  const auto found = std::mismatch(data.responses.value.begin(), data.responses.value.end(),
                                   known.responses.value.begin(), known.responses.value.end());
  if (data.responses.kind != known.responses.kind || found.first != data.responses.value.end()) {
    const auto row = found.first - data.responses.value.begin();
    refuse(run, first, "their responses differ, first in row " + std::to_string(row + 1));
  }
}

struct SumAndError {
  double sum;
  double error;
};

/// Of what is one value for each row, the rows taken to be a sample.
SumAndError sum_of(std::span<const double> values) {
  const auto count = static_cast<double>(values.size());
  const double error = values.size() > 1 ? std::sqrt(count * sample_variance(values)) : 0;
  return {count * sample_mean(values), error};
}

/// Where every run has log p(y | model) that decides, else elpd where every run has that, else what comes first.
void put_best_first(std::vector<RunToCompare>& runs) {
  const auto log_evidence = [](const RunToCompare& run) { return run.outcome.model_evidence->log_value; };
  const auto elpd = [](const RunToCompare& run) { return sum_of(*run.elpd).sum; };
  const auto all_have = [&](const auto& has) { return std::all_of(runs.begin(), runs.end(), has); };
  const auto sort_by = [&](const auto& value) {
    std::stable_sort(runs.begin(), runs.end(), [&](const auto& a, const auto& b) { return value(a) > value(b); });
  };
  if (all_have([](const RunToCompare& run) { return run.outcome.model_evidence.has_value(); })) {
    sort_by(log_evidence);
  } else if (all_have([](const RunToCompare& run) { return run.elpd.has_value(); })) {
    sort_by(elpd);
  }
}

void add_evidence_note(const RunToCompare& run, std::vector<std::string>& notes) {
  const std::string name = "'" + run.file + "' ";
  const std::optional<ModelEvidence>& evidence = run.outcome.model_evidence;
  if (!evidence) {
    notes.push_back(name +
                    (run.info.fit.model_evidence
                         ? "has no log p(y | model): it has not come to its end, or was made by an earlier version"
                         : "has no log p(y | model): it was fitted with --no-model-evidence"));
  } else if (run.info.fit.evidence.estimator == "approximation") {
    notes.push_back(name + "has its log p(y | model) from the evidence of " + run.info.fit.evidence.approximation +
                    " itself, which is not exact");
  } else if (constexpr double kFew = 10; evidence->effective < kFew) {
    notes.push_back(name + "has a log p(y | model) that rests on few estimates: its error is rough; take more draws");
  }
}

void add_leave_one_out_note(const RunToCompare& run, std::vector<std::string>& notes) {
  if (!run.elpd) {
    notes.push_back("'" + run.file +
                    "' has no elpd by leave-one-out: it has not come to its end, or was made by an earlier version");
  } else if (run.outcome.leave_one_out) {
    const LeaveOneOutScore score = score_leave_one_out(*run.outcome.leave_one_out, run.info.data.responses);
    const std::string note = leave_one_out_note(score, run.info.data.rows);
    if (!note.empty()) notes.push_back("'" + run.file + "': " + note);
  }
}

}  // namespace

RunComparison compare(std::vector<RunToCompare> runs) {
  if (runs.size() < 2) throw UsageError("a comparison needs at least two runs");
  for (std::size_t i = 1; i < runs.size(); ++i) {
    require_same_responses(runs[i], runs.front());
    for (std::size_t j = 0; j < i; ++j) require_same_columns(runs[i], runs[j]);
  }
  RunComparison comparison{runs.front().info.source, runs.front().info.data.rows, {}, {}};
  for (const RunToCompare& run : runs) {
    add_evidence_note(run, comparison.notes);
    add_leave_one_out_note(run, comparison.notes);
  }
  put_best_first(runs);
  for (const RunToCompare& run : runs) {
    ComparedRun compared{run.file, run.outcome.model_evidence, {}, {}, {}, {}};
    if (run.elpd) {
      const SumAndError total = sum_of(*run.elpd);
      compared.elpd = total.sum;
      compared.elpd_se = total.error;
    }
    if (run.elpd && runs.front().elpd) {
      std::vector<double> differences = *run.elpd;
      for (std::size_t i = 0; i < differences.size(); ++i) differences[i] -= (*runs.front().elpd)[i];
      const SumAndError difference = sum_of(differences);
      compared.elpd_difference = difference.sum;
      compared.elpd_difference_se = difference.error;
    }
    comparison.runs.push_back(std::move(compared));
  }
  return comparison;
}

RunComparison compare_runs(const std::vector<std::string>& files) {
  std::vector<RunToCompare> runs;
  for (const std::string& file : files) {
    const std::unique_ptr<StoredRun> run = open_run(file);
    runs.push_back({file, run->info(), run->outcome(), pointwise_elpd(*run)});
  }
  return compare(std::move(runs));
}

RunToCompare to_compare(std::string name, const Run& run) {
  return {std::move(name), run.info, run.outcome, pointwise_elpd(RunInMemory(run))};
}

std::string strength_of_evidence(double log_factor) {
  if (log_factor < 1) return "hardly worth a mention";
  if (log_factor < 3) return "positive";
  return log_factor < 5 ? "strong" : "very strong";
}

}  // namespace lehr

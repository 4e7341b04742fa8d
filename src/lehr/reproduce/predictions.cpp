#include <algorithm>

#include <lehr/base/errors.hpp>
#include <lehr/reproduce/experiments.hpp>
#include <lehr/reproduce/files.hpp>
#include <lehr/reproduce/predictions_output.hpp>
#include <lehr/reproduce/run_units.hpp>

namespace lehr::reproduce {
namespace {

constexpr const char* kSklearn = "/usr/bin/python3 experiments/sklearn_predictions.py";

/// A data set and its folds.
struct SetPlan {
  DataSet set;
  std::vector<std::size_t> fold_of_row;
  std::vector<FoldPlan> folds;
};

std::vector<SetPlan> plan_sets(const Request& request, const std::vector<DataSet>& sets) {
  std::vector<SetPlan> plans;
  for (const DataSet& set : sets) {
    const std::size_t folds = ValidationCounts::of(request).folds;
    SetPlan plan{.set = set, .fold_of_row = deal_folds(set.data, folds, request.seed), .folds = {}};
    for (std::size_t fold = 0; fold < folds; ++fold) plan.folds.emplace_back(request, set, plan.fold_of_row, fold);
    plans.push_back(std::move(plan));
    if (request.quick) break;  // one set shows that it works
  }
  return plans;
}

std::vector<Unit> units_of(const std::vector<SetPlan>& plans) {
  std::vector<Unit> units;
  for (const SetPlan& plan : plans) {
    for (const FoldPlan& fold : plan.folds) append(units, fold.units());
  }
  return units;
}

void write_folds(const Request& request, const std::vector<SetPlan>& plans, Report& report) {
  for (const SetPlan& plan : plans) {
    write_result(request, "predictions-folds/" + plan.set.name + ".csv",
                 folds_csv(plan.set.data, plan.fold_of_row, request.seed), report);
  }
}

ValidatedSet without_methods(const SetPlan& plan) {
  return {.name = plan.set.name,
          .labels = plan.set.data.labels,
          .fold_of_row = plan.fold_of_row,
          .folds = plan.folds.size(),
          .methods = {}};
}

/// A set all of whose folds are there.
ValidatedSet validated(const SetPlan& plan, const Results& results) {
  ValidatedSet set = without_methods(plan);
  for (const std::string_view method : kOurMethods) {
    ValidatedMethod found{std::string(method), std::vector<double>(set.labels.size())};
    for (std::size_t fold = 0; fold < plan.folds.size(); ++fold) {
      const Json& of_fold = plan.folds[fold].found(method, results);
      auto next = of_fold["probabilities"].begin();
      for (std::size_t row = 0; row < set.labels.size(); ++row) {
        if (plan.fold_of_row[row] == fold) found.probabilities[row] = *next++;
      }
      if (!of_fold.contains("variance")) continue;
      found.optima.push_back({of_fold["variance"], of_fold["lengthscale"], of_fold["converged"]});
    }
    set.methods.push_back(std::move(found));
  }
  return set;
}

}  // namespace

Report predictions(const Request& request, const RunContext& context) {
  Report report;
  const UnitCache cache(request.cache, request.summaries());
  const std::vector<SetPlan> asked = plan_sets(request, find_sets(request, report));
  write_folds(request, asked, report);
  for (const SetPlan& plan : asked) read_sklearn(request, without_methods(plan));  // throws now, not after hours
  if (!request.show) run_units(units_of(asked), cache, "predictions", context);

  const std::vector<DataSet> found = find_sets_to_show(request);
  const std::vector<SetPlan> plans = plan_sets(request, found);
  const Results results = find_summaries(units_of(plans), cache);
  std::vector<ValidatedSet> sets;
  std::string without_sklearn;
  for (const SetPlan& plan : plans) {
    const bool whole = std::all_of(plan.folds.begin(), plan.folds.end(),
                                   [&](const FoldPlan& fold) { return fold.is_finished(results); });
    if (!whole) continue;
    sets.push_back(validated(plan, results));
    const std::vector<ValidatedMethod> others = read_sklearn(request, sets.back());
    sets.back().methods.insert(sets.back().methods.end(), others.begin(), others.end());
    if (others.empty()) without_sklearn += (without_sklearn.empty() ? "" : ", ") + plan.set.name;
  }
  if (!without_sklearn.empty()) {
    report.notes.push_back("scikit-learn's methods are missing for " + without_sklearn + "; run '" + kSklearn +
                           " --out " + request.out + " --data DIR', then this again");
  }

  if (sets.empty()) throw RunError("no data set has all its folds yet; run this without --show");

  const Source source(request, results.commits(), ValidationCounts::of(request).words());
  std::string markdown = "# Predictions: cross-validated probabilities\n\n" + source.line() + "\n";
  for (const Grid& grid : prediction_grids(sets)) {
    report.text += grid.text() + "\n";
    markdown += "\n" + grid.markdown();
  }
  markdown += "\nOptima over the folds:\n\n";
  for (const std::string& line : optima_lines(sets)) {
    report.text += line + "\n";
    markdown += "- " + line + "\n";
  }
  if (const std::string line = left_out_sets(request, found); !line.empty()) {
    report.text += line + "\n";
    markdown += "\n" + line + "\n";
  }
  report.text += source.line() + "\n";
  write_result(request, "predictions.txt", report.text, report);
  write_result(request, "predictions.md", markdown, report);
  write_result(request, "predictions.csv", predictions_csv(sets, source), report);
  draw_reliability(request, sets, source.line(), report);
  return report;
}

}  // namespace lehr::reproduce

#include <algorithm>

#include <experiments/program/experiments.hpp>
#include <experiments/program/files.hpp>
#include <experiments/program/predictions_output.hpp>
#include <experiments/program/run_units.hpp>
#include <lehr/base/errors.hpp>

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

std::vector<std::string> fold_names(const SetPlan& plan) {
  std::vector<std::string> names;
  for (const FoldPlan& fold : plan.folds) names.push_back(fold.name());
  return names;
}

FoldFit fold_fit(const Json& found) {
  const auto number = [&found](const char* key) {
    return found.at(key).is_number() ? std::optional<double>(found.at(key)) : std::nullopt;
  };
  return {.sampler = found.at("sampler"),
          .broken = found.at("broken"),
          .effective_draws = number("effective_draws"),
          .rhat = number("rhat")};
}

ValidatedSet without_methods(const SetPlan& plan) {
  return {.name = plan.set.name,
          .classes = plan.set.data.responses.value,
          .fold_of_row = plan.fold_of_row,
          .folds = plan.folds.size(),
          .methods = {},
          .commits = {},
          .effort = {}};
}

/// A set all of whose folds are there.
ValidatedSet validated(const SetPlan& plan, const Results& results) {
  ValidatedSet set = without_methods(plan);
  set.commits = results.commits();
  set.effort = results.effort();
  for (const std::string_view method : kOurMethods) {
    ValidatedMethod found{std::string(method), std::vector<double>(set.classes.size())};
    for (std::size_t fold = 0; fold < plan.folds.size(); ++fold) {
      const Json& of_fold = plan.folds[fold].found(method, results);
      auto next = of_fold["probabilities"].begin();
      for (std::size_t row = 0; row < set.classes.size(); ++row) {
        if (plan.fold_of_row[row] == fold) found.probabilities[row] = *next++;
      }
      if (of_fold.contains("variance")) {
        found.optima.push_back({of_fold["variance"], of_fold["lengthscale"], of_fold["converged"]});
      }
      if (of_fold.contains("sampler")) found.fits.push_back(fold_fit(of_fold));
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
  const std::vector<DataSet> found = find_sets_to_show(request);
  const std::vector<SetPlan> plans = plan_sets(request, found);
  for (const SetPlan& plan : plans) read_sklearn(request, without_methods(plan));  // throws now, not after hours
  if (!request.show) run_units(units_of(asked), cache, "predictions", context);

  const Results results = find_summaries(units_of(plans), cache);
  note_unused_summaries(units_of(plans), cache, report);
  Results shown;
  std::vector<ValidatedSet> sets;
  std::string without_sklearn;
  for (const SetPlan& plan : plans) {
    const bool whole = std::all_of(plan.folds.begin(), plan.folds.end(),
                                   [&](const FoldPlan& fold) { return fold.is_finished(results); });
    if (!whole) continue;
    const Results own = results.only(fold_names(plan));
    shown.add_all(own);
    sets.push_back(validated(plan, own));
    const std::vector<ValidatedMethod> others = read_sklearn(request, sets.back());
    sets.back().methods.insert(sets.back().methods.end(), others.begin(), others.end());
    if (others.empty()) without_sklearn += (without_sklearn.empty() ? "" : ", ") + plan.set.name;
  }
  if (!without_sklearn.empty()) {
    report.notes.push_back("scikit-learn's methods are missing for " + without_sklearn + "; run '" + kSklearn +
                           " --out " + request.out + " --data DIR', then this again");
  }

  if (sets.empty()) throw RunError("no data set has all its folds yet; run this without --show");

  const Source source(request, shown.commits(), ValidationCounts::of(request).words());
  std::string markdown = "# Predictions: cross-validated probabilities\n\n" + source.line() + "\n";
  for (const Grid& grid : prediction_grids(sets)) {
    report.text += grid.text() + "\n";
    markdown += "\n" + grid.markdown();
  }
  markdown += "\nOver the folds:\n\n";
  for (const std::string& line : fold_lines(sets)) {
    report.text += line + "\n";
    markdown += "- " + line + "\n";
  }
  if (const std::string line = left_out_sets(request, found); !line.empty()) {
    report.text += line + "\n";
    markdown += "\n" + line + "\n";
  }
  report.text += source.line() + "\n";
  write_folds(request, asked, report);
  write_result(request, "predictions.txt", report.text, report);
  write_result(request, "predictions.md", markdown, report);
  write_result(request, "predictions.csv", predictions_csv(sets, source), report);
  draw_reliability(request, sets, source.line(), report);
  return report;
}

}  // namespace lehr::reproduce

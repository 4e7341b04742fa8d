#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <lehr/data/dataset.hpp>
#include <lehr/diagnostics/leave_one_out.hpp>
#include <lehr/diagnostics/summary.hpp>
#include <lehr/posterior/feature_relevance.hpp>
#include <lehr/posterior/predictions.hpp>
#include <lehr/run/run.hpp>

namespace lehr::report {

/// Which rows are judged: those that the fit has learned from, the same but each by what the others say of it, or rows
/// that it has not seen.
enum class JudgedRows { in_sample, left_out, held_out };

/// Predicted probabilities of rows whose labels are known.
struct Judged {
  std::string source;  // the table's name
  JudgedRows rows = JudgedRows::in_sample;
  std::size_t seen = 0;  // of held-out rows, those that are also rows of the fit
  std::vector<double> probability;
  std::vector<double> classes;
};

/// Predictions for encoded rows.
using PredictRows = std::function<Predictions(const Dataset&)>;

/// All that a report shows.
struct ReportContents {
  std::string run_file;
  RunInfo info;
  RunOutcome outcome;
  std::string estimator;  // that was used
  Chains chains;
  RunSummary summary;
  std::string verdict;  // on the chains, in one line
  std::string silence;  // RunReport::silence, which ends the verdict
  std::string goal;     // whether it is reached, in one line; empty without one
  std::string more;     // the options of a fit that gives more draws, where these are too few
  std::vector<std::string> warnings;
  std::optional<RunProgress> progress;      // of a run that has not come to its end
  std::optional<LeaveOneOutScore> loo;      // how good the model is; absent where it was not made
  std::optional<Judged> judged;             // absent where nothing can be predicted
  PredictRows predict;                      // the same
  std::size_t states = 0;                   // draws that pictures of predictions rest on
  std::vector<FeatureRelevance> relevance;  // the most relevant first; none where nothing can be predicted
};

}  // namespace lehr::report

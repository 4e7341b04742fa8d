#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include <lehr/run/run.hpp>

namespace lehr {

struct Run;

/// What a comparison looks at in one run.
struct RunToCompare {
  std::string file;
  RunInfo info;
  RunOutcome outcome;
  std::optional<std::vector<double>> elpd = {};  // log p(y_i | the other rows), where it is known
};

/// How good the model of a run is for its table, by two criteria. What the run does not tell is empty.
struct ComparedRun {
  std::string file;
  std::optional<ModelEvidence> model_evidence;  // log p(y | model)
  std::optional<double> elpd;                   // the sum over rows of log p(y_i | the other rows), by leave-one-out
  std::optional<double> elpd_se;                // from the rows' differing; a sd
  std::optional<double> elpd_difference;        // to the first run, row by row
  std::optional<double> elpd_difference_se;
};

struct RunComparison {
  std::string source;  // the table of the first run
  std::size_t rows = 0;
  std::vector<ComparedRun> runs;  // best first: by log p(y | model) where every run has it, else by elpd
  std::vector<std::string> notes;
};

/// Runs on the same rows with the same responses, whatever their features, kernels and priors; a column that two of
/// them have has the same numbers in both. At least two; an InputError names the first that is on others.
RunComparison compare(std::vector<RunToCompare> runs);

/// The same of run files.
RunComparison compare_runs(const std::vector<std::string>& files);

/// What a comparison looks at in a run in memory.
RunToCompare to_compare(std::string name, const Run& run);

/// The Bayes factor exp(log_factor) of the better of two models in words, after Kass and Raftery (JASA 1995): "hardly
/// worth a mention", "positive", "strong", "very strong". `log_factor` >= 0.
std::string strength_of_evidence(double log_factor);

}  // namespace lehr

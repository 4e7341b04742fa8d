#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <experiments/program/predictions_units.hpp>
#include <lehr/diagnostics/scores.hpp>

namespace lehr::reproduce {

/// Where the evidence of a fold's rows was largest, and whether the climb came to an end there.
struct Optimum {
  double variance;
  double lengthscale;
  bool converged;
};

/// How the fit of a fold went.
struct FoldFit {
  std::string sampler;                    // that was used
  std::size_t broken = 0;                 // proposals at which the numbers broke down
  std::optional<double> effective_draws;  // of the parameter with the fewest; empty where chains did not move
  std::optional<double> rhat;             // the largest
};

/// Probabilities of the positive class for all rows of a set, each from a model that had not seen the row.
struct ValidatedMethod {
  std::string method;
  std::vector<double> probabilities;
  std::vector<Optimum> optima = {};  // of each fold, where the method looks for one
  std::vector<FoldFit> fits = {};    // of each fold that tells, where the method is a fit
  std::string program = {};          // that found them, where it is not lehr
};

/// A set, its folds, and what the methods said.
struct ValidatedSet {
  std::string name;
  std::vector<double> classes;
  std::vector<std::size_t> fold_of_row;
  std::size_t folds = 0;
  std::vector<ValidatedMethod> methods;  // the exact posterior first
  std::string commits;                   // of the programs that found ours
  std::optional<Effort> effort;          // that ours took, if that is known
};

struct Metric {
  std::string_view name;
  double (*of)(const Scores&);
};
inline constexpr std::array<Metric, 4> kMetrics = {{
    {"error", [](const Scores& scores) { return scores.error; }},
    {"log loss", [](const Scores& scores) { return scores.log_loss; }},
    {"Brier", [](const Scores& scores) { return scores.brier; }},
    {"ECE", [](const Scores& scores) { return scores.ece; }},
}};

/// A score over all rows with its standard error, and how much it is above that of the exact posterior. Errors are by
/// the jackknife over folds: from the scores without each fold in turn, paired in the difference.
struct MethodScore {
  double value = 0;
  double error = 0;
  double above_exact = 0;
  double above_exact_error = 0;
};
MethodScore score_of(const ValidatedSet& set, const ValidatedMethod& method, const Metric& metric);

/// The probabilities that experiments/sklearn_predictions.py wrote for a set's folds, if it did: every column but row,
/// fold, seed and version of OUT/predictions-sklearn/SET.csv. An InputError where the folds are others.
std::vector<ValidatedMethod> read_sklearn(const Request& request, const ValidatedSet& set);

}  // namespace lehr::reproduce

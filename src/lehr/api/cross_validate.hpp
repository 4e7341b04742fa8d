#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <lehr/base/observer.hpp>
#include <lehr/data/encoding.hpp>
#include <lehr/data/table.hpp>
#include <lehr/diagnostics/scores.hpp>
#include <lehr/model/settings.hpp>
#include <lehr/posterior/settings.hpp>
#include <lehr/samplers/settings.hpp>

namespace lehr {

template <class Settings>
struct Setting;  // one row of a table of settings: settings/setting.hpp

/// How a table is cross-validated, whatever the model.
struct CrossValidationSettings {
  std::uint64_t folds = 10;
  std::string folder = {};  // for the run files of the folds; empty: they are not kept
  bool resume = false;      // goes on with those that are there

  static std::span<const Setting<CrossValidationSettings>> table();

  /// Throws a UsageError that names the setting, its value and what it must be.
  void check() const;
};

struct CrossValidationRequest {
  Table table;
  EncodingOptions encoding;
  ModelSettings model;
  FitSettings fit;
  PredictionSettings predictions = {};
  CrossValidationSettings settings = {};

  /// Throws a UsageError that names the setting, its value and what it must be.
  void check() const;
};

/// What one fold gave, predicted from a fit to the others.
struct FoldReport {
  Scores scores;
  std::vector<std::string> warnings;  // of the fit's chains
};

struct CrossValidationReport {
  std::vector<FoldReport> folds;
  Scores scores;  // of all rows, each predicted without its fold
  // Standard errors: of means over rows from the rows, of the AUC from the folds.
  double error_se = 0;
  double log_loss_se = 0;
  double brier_se = 0;
  std::optional<double> auc_se = {};
  double elpd = 0;  // the sum over rows of the log probability of what came, to set beside leave-one-out's
  double elpd_se = 0;
  std::vector<std::size_t> fold_of_row;  // from 0
  std::vector<double> probability;       // of each row
};

/// Fits the model to all folds but one, for each, and predicts that. Every fold has its share of each class. Folds are
/// fitted in parallel; the result does not depend on threads. Throws Interrupted after a stop request: with a folder,
/// what was done is kept for a resume.
CrossValidationReport cross_validate(const CrossValidationRequest& request, const RunContext& context = {});

}  // namespace lehr

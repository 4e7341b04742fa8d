#pragma once

#include <string>
#include <vector>

#include <lehr/base/observer.hpp>
#include <lehr/data/encoding.hpp>
#include <lehr/data/table.hpp>
#include <lehr/diagnostics/scores.hpp>
#include <lehr/posterior/predictions.hpp>
#include <lehr/posterior/settings.hpp>

namespace lehr {

/// How the tables of a run are read: what predict needs to open a new one.
Encoding read_encoding(const std::string& run_file);

struct PredictionReport {
  Predictions predictions;
  std::vector<std::string> labels;  // the predicted label of each row, as the training table wrote it
  std::vector<std::string> notes;   // for example columns that were ignored, and how well probabilities are known
  std::vector<std::string> warnings;
};

/// Class probabilities for the rows of a table, averaged over the run's posterior.
PredictionReport predict_table(const std::string& run_file, const Table& table, const PredictionSettings& settings = {},
                               const RunContext& context = {});

struct ScoreReport {
  Scores scores;
  std::vector<std::string> notes;
  std::vector<std::string> warnings;
};

/// Predicts the rows of a table that has labels, and compares.
ScoreReport score_table(const std::string& run_file, const Table& table, const PredictionSettings& settings = {},
                        const RunContext& context = {});

}  // namespace lehr

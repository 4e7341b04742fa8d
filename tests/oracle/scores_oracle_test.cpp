#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <lehr/data/responses.hpp>
#include <lehr/diagnostics/scores.hpp>

#include "oracle/outside_program.hpp"
#include "oracle/reference_table.hpp"

// Our scores against scikit-learn (1.2.1 in Debian 12) on the rows of scores_cases.csv.
namespace lehr {
namespace {

constexpr double kTolerance = 1e-12;

using ScoreValues = std::map<std::string, double>;

/// The scores under the names that the reference uses.
ScoreValues our_values(const std::vector<double>& probabilities, const std::vector<double>& labels) {
  const Scores scores = score_probabilities(probabilities, classes_of(labels).value);
  ScoreValues values = {{"error", scores.error},
                        {"log_loss", scores.log_loss},
                        {"brier", scores.brier},
                        {"auc", scores.auc.value_or(number_of("NA"))},
                        {"ece", scores.ece}};
  for (std::size_t i = 0; i < scores.reliability.size(); ++i) {
    const ReliabilityBin& bin = scores.reliability[i];
    if (bin.count == 0) continue;
    const std::string index = "[" + std::to_string(i) + "]";
    values["count" + index] = static_cast<double>(bin.count);
    values["mean_probability" + index] = bin.mean_probability.value();
    values["fraction_positive" + index] = bin.fraction_positive.value();
  }
  return values;
}

std::map<std::string, ScoreValues> score_cases() {
  std::map<std::string, std::vector<double>> probabilities;
  std::map<std::string, std::vector<double>> labels;
  for (const std::vector<std::string>& row : rows_of(text_of_oracle_file("scores_cases.csv"))) {
    labels[row.at(0)].push_back(number_of(row.at(1)));
    probabilities[row.at(0)].push_back(number_of(row.at(2)));
  }
  std::map<std::string, ScoreValues> scores;
  for (const auto& [name, values] : probabilities) scores[name] = our_values(values, labels[name]);
  return scores;
}

void compare_with(const std::string& reference) {
  std::map<std::string, ScoreValues> ours = score_cases();
  double largest = 0;
  const std::vector<std::vector<std::string>> rows = rows_of(reference);
  for (const std::vector<std::string>& row : rows) {
    const auto found = ours[row.at(0)].extract(row.at(1));
    ASSERT_FALSE(found.empty()) << row[1] << " of " << row[0];
    const double theirs = number_of(row.at(2));
    EXPECT_TRUE(agrees(found.mapped(), theirs, kTolerance))
        << row[1] << " of " << row[0] << ": " << found.mapped() << ", scikit-learn has " << theirs;
    if (std::isfinite(theirs)) largest = std::max(largest, std::abs(found.mapped() - theirs));
  }
  for (const auto& [name, left] : ours) EXPECT_TRUE(left.empty()) << name << " has a bin that scikit-learn has not";
  std::printf("%zu values, largest difference %.1e\n", rows.size(), largest);
}

TEST(ScoresOracle, ScoresEqualTheKeptValuesOfScikitLearn) { compare_with(text_of_oracle_file("scores_reference.csv")); }

TEST(ScoresOracle, TheKeptValuesAreWhatScikitLearnSaysToday) {
  const char* chosen = std::getenv("LEHR_PYTHON");
  const std::string python = chosen != nullptr ? chosen : "/usr/bin/python3";
  const std::optional<std::string> live =
      output_of("'" + python + "' -B '" LEHR_SOURCE_DIR "/tests/oracle/generate_scores_reference.py'");
  if (!live) GTEST_SKIP() << python << " with scikit-learn (Debian: python3-sklearn) is not here";
  compare_with(*live);
}

}  // namespace
}  // namespace lehr

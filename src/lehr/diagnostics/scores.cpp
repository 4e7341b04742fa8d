#include <lehr/diagnostics/scores.hpp>

#include <algorithm>
#include <cmath>
#include <string>

#include <lehr/base/check.hpp>
#include <lehr/base/errors.hpp>
#include <lehr/diagnostics/midranks.hpp>

namespace lehr {
namespace {

constexpr double kLeastProbability = 1e-15;  // one sure mistake must not hide all other rows behind an infinite loss

void check_rows(std::span<const double> probabilities, std::span<const double> classes) {
  if (probabilities.size() != classes.size()) {
    throw UsageError("scores need one class for each probability, not " + std::to_string(classes.size()) + " for " +
                     std::to_string(probabilities.size()));
  }
  if (classes.empty()) throw UsageError("scores need at least one row");
  for (std::size_t row = 0; row < classes.size(); ++row) {
    if (!(probabilities[row] >= 0 && probabilities[row] <= 1)) {
      throw UsageError("probability " + std::to_string(row + 1) + " must be in [0, 1], not " +
                       to_text(probabilities[row]));
    }
    if (classes[row] != 1 && classes[row] != 0) {
      throw UsageError("class " + std::to_string(row + 1) + " must be 0 or 1, not " + to_text(classes[row]));
    }
  }
}

/// The statistic of Mann and Whitney: from the sum of the ranks of the positive rows, less its smallest value.
std::optional<double> area_under_curve(std::span<const double> probabilities, std::span<const double> classes) {
  const std::vector<double> ranks = midranks(probabilities);
  double positives = 0;
  double sum = 0;
  for (std::size_t row = 0; row < classes.size(); ++row) {
    if (classes[row] == 0) continue;
    positives += 1;
    sum += ranks[row];
  }
  const double pairs = positives * (static_cast<double>(classes.size()) - positives);
  if (pairs == 0) return std::nullopt;
  return (sum - positives * (positives + 1) / 2) / pairs;
}

std::vector<ReliabilityBin> reliability_bins(std::span<const double> probabilities, std::span<const double> classes) {
  std::vector<ReliabilityBin> bins(kReliabilityBins);
  for (std::size_t i = 0; i < bins.size(); ++i) {
    bins[i].lower = static_cast<double>(i) / static_cast<double>(kReliabilityBins);
    bins[i].upper = static_cast<double>(i + 1) / static_cast<double>(kReliabilityBins);
  }
  for (std::size_t row = 0; row < classes.size(); ++row) {
    // The edges are compared as they are shown: 10 p would round.
    const auto bin = std::find_if(bins.begin(), bins.end(), [&](const ReliabilityBin& candidate) {
      return probabilities[row] <= candidate.upper;
    });
    ++bin->count;
    bin->mean_probability = bin->mean_probability.value_or(0) + probabilities[row];
    bin->fraction_positive = bin->fraction_positive.value_or(0) + (classes[row] > 0 ? 1 : 0);
  }
  for (ReliabilityBin& bin : bins) {
    if (bin.count == 0) continue;
    *bin.mean_probability /= static_cast<double>(bin.count);
    *bin.fraction_positive /= static_cast<double>(bin.count);
  }
  return bins;
}

}  // namespace

Scores score_probabilities(std::span<const double> probabilities, std::span<const double> classes) {
  check_rows(probabilities, classes);
  Scores scores;
  scores.rows = classes.size();
  for (std::size_t row = 0; row < scores.rows; ++row) {
    const bool positive = classes[row] > 0;
    const double of_label = positive ? probabilities[row] : 1 - probabilities[row];
    scores.error += (probabilities[row] >= 0.5) == positive ? 0 : 1;
    scores.log_loss -= std::log(std::max(of_label, kLeastProbability));
    scores.brier += (1 - of_label) * (1 - of_label);
  }
  const auto rows = static_cast<double>(scores.rows);
  for (double* sum : {&scores.error, &scores.log_loss, &scores.brier}) *sum /= rows;
  scores.auc = area_under_curve(probabilities, classes);
  scores.reliability = reliability_bins(probabilities, classes);
  for (const ReliabilityBin& bin : scores.reliability) {
    if (bin.count == 0) continue;
    scores.ece += static_cast<double>(bin.count) / rows * std::abs(*bin.mean_probability - *bin.fraction_positive);
  }
  return scores;
}

}  // namespace lehr

#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace lehr {

constexpr std::size_t kReliabilityBins = 10;

/// The rows whose probability is in (lower, upper]; the first bin has 0 too. Closed above as in Guo et al., On
/// calibration of modern neural networks (2017), and in scikit-learn.
struct ReliabilityBin {
  double lower = 0;
  double upper = 0;
  std::size_t count = 0;
  std::optional<double> mean_probability;   // empty in an empty bin
  std::optional<double> fraction_positive;  // the same
};

/// How good probabilities of the positive class are against the labels that came.
struct Scores {
  std::size_t rows = 0;
  double error = 0;           // the fraction misclassified; p >= 1/2 predicts the positive class
  double log_loss = 0;        // the mean of -log(probability of the label), in nats, each at most -log 1e-15 = 34.5
  double brier = 0;           // the mean of (p - [positive])^2
  std::optional<double> auc;  // P(a positive row has the larger p) + P(equal) / 2; empty if there is one class only
  double ece = 0;             // sum over bins of count / rows |mean_probability - fraction_positive|
  std::vector<ReliabilityBin> reliability;  // all kReliabilityBins, of equal width
};

/// One probability in [0, 1] and one class, 0 or 1, for each row. Throws a UsageError for other values, for different
/// numbers of them and for none.
Scores score_probabilities(std::span<const double> probabilities, std::span<const double> classes);

}  // namespace lehr

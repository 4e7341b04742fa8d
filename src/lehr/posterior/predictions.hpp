#pragma once

#include <cstddef>
#include <optional>
#include <vector>

namespace lehr {

/// How well variances by regression are known: the probability by such a variance against that by an exact one. At
/// draws that the regression has not seen, and at rows of the training table alone.
struct VarianceRegressionError {
  std::size_t anchors = 0;  // draws with exact variances, that the others follow from
  std::size_t draws = 0;    // at which it was looked at
  std::size_t rows = 0;
  double mean = 0;  // of the absolute difference
  double largest = 0;
};

/// What a posterior says about new rows: one value per row.
struct Predictions {
  std::vector<double> probability;  // of the positive class, averaged over the posterior
  std::vector<double> lower;        // interval of the class probability over the posterior; 90 % by default
  std::vector<double> upper;
  std::vector<double> latent_mean;
  std::vector<double> latent_sd;
  std::vector<double> mcse_probability;  // Monte Carlo error of the probability, a sd; NaN where draws are too few

  std::size_t draws = 0;                                            // that were averaged over
  std::optional<VarianceRegressionError> variance_regression = {};  // where variances are by regression
};

}  // namespace lehr

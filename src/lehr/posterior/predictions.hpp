#pragma once

#include <vector>

namespace lehr {

/// What a posterior says about new rows: one value per row.
struct Predictions {
  std::vector<double> probability;  // of the positive class, averaged over the posterior
  std::vector<double> lower;        // interval of the class probability over the posterior; 90 % by default
  std::vector<double> upper;
  std::vector<double> latent_mean;
  std::vector<double> latent_sd;
};

}  // namespace lehr

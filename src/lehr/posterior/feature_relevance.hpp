#pragma once

#include <string>

namespace lehr {

/// How much one feature matters to predictions.
struct FeatureRelevance {
  std::string name;
  double relevance = 0;  // the mean over rows and draws
  double lower = 0;      // interval of the mean over rows, over the draws: 90 %
  double upper = 0;
  bool lengthscale_learned = false;  // its length-scale, or the one for all, has another posterior than its prior
  double lengthscale = 0;            // of that the median, and the 90 % interval
  double lengthscale_lower = 0;
  double lengthscale_upper = 0;
};

}  // namespace lehr

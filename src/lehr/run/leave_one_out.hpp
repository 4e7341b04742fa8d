#pragma once

#include <limits>
#include <string>
#include <vector>

namespace lehr {

/// What the other rows say of each row: leave-one-out (LOO), averaged over the posterior of theta.
struct LeaveOneOut {
  std::string kind;              // how p(y_i | y of the other rows, theta) was found: "ep" or "exact"
  double regression_error = 0;   // of the whole elpd in nats, where it was made at some draws; 0 where at all of them
  std::vector<double> elpd;      // of each row: log p(y_i | y of the other rows)
  std::vector<double> pareto_k;  // of each row; -infinity where no tail could be fitted, as where all draws agree
};

/// Above this a row's average over the draws is not to be relied on.
inline constexpr double kLargestParetoK = 0.7;

}  // namespace lehr

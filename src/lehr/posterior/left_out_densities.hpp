#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include <lehr/base/observer.hpp>
#include <lehr/linalg/types.hpp>
#include <lehr/posterior/left_out_at_theta.hpp>
#include <lehr/run/leave_one_out.hpp>
#include <lehr/sites/shared_regression.hpp>

namespace lehr {

/// The most work of a kind after a fit of so many iterations.
struct LeftOutWork {
  std::size_t anchors;  // values of theta at which it is found, where there are more
  std::size_t refits;   // without a row, at one value of theta each
  double iterations;    // of the fit, that take about as long
};

/// It is 15 % of the fit's iterations, each of which costs about what an anchor or two refits do, but never fewer
/// anchors than a regression takes. `learned`: whether EP has learned sites to begin with, or anchors take longer.
LeftOutWork left_out_work(std::size_t parameters, std::size_t rows, double iterations, bool learned);

/// log p(y_i | y of the other rows, theta) of each row at each draw of a posterior, all latent values integrated out.
///
/// It is EP's: the integral of p(y_i | f_i) over the cavity of row i, at converged sites. That is a smooth function of
/// theta, found at some draws and regressed on the parameters at the others; where draws are few, found at all. The
/// sites of the other rows have seen row i: where that matters EP is fitted again without it at a few draws, and the
/// row's values are scaled by what comes out (left_out_refits.hpp).
class LeftOutDensities {
 public:
  /// Empty where the numbers break down too often, and after a stop request. A function of its input alone, for any
  /// number of threads.
  static std::optional<LeftOutDensities> find(const LeftOutInput& input, const RunContext& context);

  /// A value for each row.
  std::vector<double> at_draw(std::size_t draw) const;

  /// What it says of the rows over all draws. Empty after a stop request.
  std::optional<LeaveOneOut> leave_one_out(const RunContext& context) const;

 private:
  LeftOutDensities() = default;
  [[nodiscard]] bool regress(const std::vector<std::size_t>& anchors);
  /// Rows first, first + 1, … at each distinct theta, which is a row of the matrix.
  Matrix values(Index first, Index count) const;

  std::vector<std::size_t> state_of_draw_;  // which of the distinct values of theta
  Matrix found_;                            // a row for each anchor
  Matrix coordinates_;                      // a column each: of each distinct theta, where there are several
  std::optional<SharedRegression> regression_;
  Vector largest_;               // of each row among the anchors
  double regression_error_ = 0;  // LeaveOneOut::regression_error
};

}  // namespace lehr

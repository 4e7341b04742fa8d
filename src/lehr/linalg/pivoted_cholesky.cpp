#include <lehr/linalg/pivoted_cholesky.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include <Eigen/Dense>

#include <lehr/base/memory.hpp>

namespace lehr {
namespace {

// Columns before the fall of the trace is looked at: a sixth of the most there may be, within these bounds. Until the
// pivots lie as close to each other as the kernel reaches it falls slowly, and tells nothing.
constexpr Index kEarliestLook = 8;
constexpr Index kLatestLook = 400;

constexpr double kRounding = 1e-13;  // what is left of the diagonal below this share of it is noise

/// Columns that are needed at least, by the fall of log trace over the latter half of those there are.
double columns_foreseen(const std::vector<double>& log_traces, double log_tolerance) {
  const std::size_t now = log_traces.size() - 1;
  const std::size_t before = now / 2;
  const double fall = (log_traces[before] - log_traces[now]) / double(now - before);
  return double(now) + (log_traces[now] - log_tolerance) / fall;
}

/// Makes room for twice the columns, `most` at most. While they are moved, the old ones are there as well.
void double_columns(Matrix& g, Index most) {
  const Index columns = std::min(2 * g.cols(), most);
  const double bytes = 8 * static_cast<double>(g.rows()) * static_cast<double>(g.cols() + columns);
  check_memory("the covariance of " + std::to_string(g.rows()) + " rows needs", bytes);
  g.conservativeResize(g.rows(), columns);
}

}  // namespace

std::optional<PivotedFactor> pivoted_cholesky(const ColumnwiseMatrix& k, double tolerance, Index most,
                                              const std::stop_token& stop) {
  const Index n = k.rows;
  Vector left = Vector::Constant(n, k.diagonal);  // the diagonal of K - G G'
  Matrix g(n, std::min<Index>(64, most));
  std::vector<double> log_traces = {std::log(left.sum())};
  const Index first_look = std::clamp(most / 6, kEarliestLook, kLatestLook);
  std::vector<Index> pivots;
  Index columns = 0;
  while (left.sum() > tolerance) {
    if (stop.stop_requested()) return std::nullopt;
    Index pivot = 0;
    const double largest = left.maxCoeff(&pivot);
    if (columns == most || !(largest > kRounding * k.diagonal)) return std::nullopt;
    if (columns >= first_look && columns_foreseen(log_traces, std::log(tolerance)) > double(most)) return std::nullopt;
    if (columns == g.cols()) double_columns(g, most);
    auto column = g.col(columns);
    k.column(pivot, {column.data(), static_cast<std::size_t>(n)});
    column.noalias() -= g.leftCols(columns) * g.row(pivot).head(columns).transpose();
    column /= std::sqrt(largest);
    left.array() = (left.array() - column.array().square()).max(0);
    left(pivot) = 0;
    pivots.push_back(pivot);
    ++columns;
    log_traces.push_back(std::log(left.sum()));
  }
  g.conservativeResize(n, columns);
  return PivotedFactor{std::move(g), std::move(pivots)};
}

}  // namespace lehr

#include <lehr/linalg/pivoted_cholesky.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include <Eigen/Dense>

namespace lehr {
namespace {

constexpr Index kFirstLook = 8;      // columns before the fall of the trace is looked at
constexpr double kRounding = 1e-13;  // what is left of the diagonal below this share of it is noise

/// Columns that are needed at least, by the fall of log trace over the latter half of those there are.
double columns_foreseen(const std::vector<double>& log_traces, double log_tolerance) {
  const std::size_t now = log_traces.size() - 1;
  const std::size_t before = now / 2;
  const double fall = (log_traces[before] - log_traces[now]) / double(now - before);
  return double(now) + (log_traces[now] - log_tolerance) / fall;
}

}  // namespace

std::optional<Matrix> pivoted_cholesky(const ColumnwiseMatrix& k, double tolerance, Index most) {
  const Index n = k.rows;
  Vector left = Vector::Constant(n, k.diagonal);  // the diagonal of K - G G'
  Matrix g(n, std::min<Index>(64, most));
  std::vector<double> log_traces = {std::log(left.sum())};
  Index columns = 0;
  while (left.sum() > tolerance) {
    Index pivot = 0;
    const double largest = left.maxCoeff(&pivot);
    if (columns == most || !(largest > kRounding * k.diagonal)) return std::nullopt;
    if (columns >= kFirstLook && columns_foreseen(log_traces, std::log(tolerance)) > double(most)) return std::nullopt;
    if (columns == g.cols()) g.conservativeResize(n, std::min(2 * columns, most));
    auto column = g.col(columns);
    k.column(pivot, {column.data(), static_cast<std::size_t>(n)});
    column.noalias() -= g.leftCols(columns) * g.row(pivot).head(columns).transpose();
    column /= std::sqrt(largest);
    left.array() = (left.array() - column.array().square()).max(0);
    left(pivot) = 0;
    ++columns;
    log_traces.push_back(std::log(left.sum()));
  }
  g.conservativeResize(n, columns);
  return g;
}

}  // namespace lehr

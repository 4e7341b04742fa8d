#include <lehr/linalg/pivoted_cholesky.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
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

// Rows among which the next pivots are looked for. With more of them more pivots are found at a time, but the matrix
// between them has to be reduced too: a fortieth cost least on 1000 to 20,000 rows of two and four features.
constexpr Index kRowsPerCandidate = 40;
constexpr Index kLeastCandidates = 16;
constexpr Index kMostCandidates = 512;

// Numbers of G that a core's cache holds. As long as there are no more, one pivot after the other is as quick: by
// `scripts/compare-benches` on 1000 rows of two features.
constexpr Index kInCache = 1 << 17;

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

/// The rows that are pivots next, in order, and the Cholesky factor of what is left to explain between them.
struct NextPivots {
  std::vector<Index> rows;
  Matrix factor;
};

/// The rows with the most left, in the order of the table, and the most that any other row has.
struct Candidates {
  std::vector<Index> rows;
  double others = 0;
};
Candidates candidates(const Vector& left) {
  const Index n = left.size();
  const Index count = std::min(std::clamp(n / kRowsPerCandidate, kLeastCandidates, kMostCandidates), n);
  std::vector<Index> rows(static_cast<std::size_t>(n));
  std::iota(rows.begin(), rows.end(), Index{0});
  Candidates result;
  if (count < n) {
    const auto first_other = rows.begin() + count;
    std::nth_element(rows.begin(), first_other, rows.end(),
                     [&](Index a, Index b) { return left(a) > left(b) || (left(a) == left(b) && a < b); });
    result.others = left(*first_other);
  }
  result.rows.assign(rows.begin(), rows.begin() + count);
  std::sort(result.rows.begin(), result.rows.end());
  return result;
}

/// At most `wanted` of them; none where only rounding is left, or nothing is wanted.
NextPivots next_pivots(const ColumnwiseMatrix& k, const Eigen::Ref<const Matrix>& g, const Vector& left, Index wanted) {
  const Candidates from = candidates(left);
  Matrix between;
  k.between(from.rows, between);
  if (g.cols() > 0) between.selfadjointView<Eigen::Lower>().rankUpdate(g(from.rows, Eigen::all), -1);
  between.triangularView<Eigen::StrictlyUpper>() = between.transpose();
  Vector left_there = left(from.rows);
  Matrix columns(between.rows(), wanted);
  std::vector<Index> places;
  for (Index c = 0; c < wanted; ++c) {
    Index place = 0;
    const double largest = left_there.maxCoeff(&place);
    if (!(largest > kRounding * k.diagonal) || (c > 0 && largest < from.others)) break;
    auto column = columns.col(c);
    column = between.col(place);
    column.noalias() -= columns.leftCols(c) * columns.row(place).head(c).transpose();
    column /= std::sqrt(largest);
    left_there.array() = (left_there.array() - column.array().square()).max(0);
    left_there(place) = 0;
    places.push_back(place);
  }
  NextPivots next;
  for (const Index place : places) next.rows.push_back(from.rows[static_cast<std::size_t>(place)]);
  next.factor = columns(places, Eigen::seqN(0, static_cast<Index>(places.size())));
  return next;
}

/// The next one alone; none where only rounding is left.
NextPivots next_pivot(const ColumnwiseMatrix& k, const Vector& left) {
  Index row = 0;
  const double largest = left.maxCoeff(&row);
  if (!(largest > kRounding * k.diagonal)) return {};
  return {{row}, Matrix::Constant(1, 1, std::sqrt(largest))};
}

/// The columns of G of these pivots, behind the `before` there are.
void add_columns(const ColumnwiseMatrix& k, const NextPivots& next, Index before, Matrix& g) {
  const auto count = static_cast<Index>(next.rows.size());
  auto block = g.middleCols(before, count);
  for (Index i = 0; i < count; ++i) {
    k.column(next.rows[static_cast<std::size_t>(i)], {block.col(i).data(), static_cast<std::size_t>(g.rows())});
  }
  if (before > 0) {
    const Matrix at_pivots = g(next.rows, Eigen::seqN(0, before));
    block.noalias() -= g.leftCols(before) * at_pivots.transpose();
  }
  next.factor.transpose().triangularView<Eigen::Upper>().solveInPlace<Eigen::OnTheRight>(block);
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
  bool done = left.sum() <= tolerance;
  while (!done) {
    if (stop.stop_requested()) return std::nullopt;
    const Index wanted = std::min(kPivotsAtOnce, (columns < first_look ? std::min(first_look, most) : most) - columns);
    if (wanted == 0) return std::nullopt;
    const NextPivots next =
        n * columns < kInCache ? next_pivot(k, left) : next_pivots(k, g.leftCols(columns), left, wanted);
    if (next.rows.empty()) return std::nullopt;
    if (columns + static_cast<Index>(next.rows.size()) > g.cols()) double_columns(g, most);
    add_columns(k, next, columns, g);
    for (std::size_t i = 0; i < next.rows.size() && !done; ++i) {
      left.array() = (left.array() - g.col(columns).array().square()).max(0);
      left(next.rows[i]) = 0;
      pivots.push_back(next.rows[i]);
      ++columns;
      const double trace = left.sum();
      log_traces.push_back(std::log(trace));
      done = trace <= tolerance;
      if (!done && columns >= first_look && columns_foreseen(log_traces, std::log(tolerance)) > double(most)) {
        return std::nullopt;
      }
    }
  }
  g.conservativeResize(n, columns);
  return PivotedFactor{std::move(g), std::move(pivots)};
}

}  // namespace lehr

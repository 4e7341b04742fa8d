#pragma once

#include <functional>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

#include <lehr/linalg/types.hpp>

namespace lehr {

/// A symmetric matrix K with a constant diagonal that is known column by column, and between any few rows.
struct ColumnwiseMatrix {
  Index rows;
  double diagonal;
  std::function<void(Index, std::span<double>)> column;             // writes one whole column
  std::function<void(const std::vector<Index>&, Matrix&)> between;  // the lower triangle of K between these rows
};

inline constexpr Index kPivotsAtOnce = 32;

/// K = G G' but for a little.
struct PivotedFactor {
  Matrix columns;             // G
  std::vector<Index> pivots;  // the rows that were taken: G there is lower triangular
};

/// G with few columns and trace(K - G G') <= tolerance, by Cholesky factorisation that takes at each step the row with
/// the most left to explain. n r^2 flops for r columns. Reads one column of K for each of G, and at most
/// kPivotsAtOnce - 1 that it then does not need.
///
/// Some pivots are found before their columns are made, among the rows with the most left. As long as one of them has
/// more left than any other row had, it is the next pivot, whatever the others lost meanwhile. So G is that of one
/// column after the other, but its columns are reduced some at a time, by a product of matrices that reads G once.
///
/// Empty when more than `most` columns are needed, or seem to be. Once the first columns are there, the logarithm of
/// the trace mostly falls ever more slowly. A straight line through its latest fall then tells how many it takes at
/// least. (Rows that repeat a few far points are missed by that.) A function of K alone, like the result. Throws a
/// RunError where the memory is too small for G: that never makes it empty. Asks `stop` before each block of columns,
/// and is empty after a request.
std::optional<PivotedFactor> pivoted_cholesky(const ColumnwiseMatrix& k, double tolerance, Index most,
                                              const std::stop_token& stop = {});

}  // namespace lehr

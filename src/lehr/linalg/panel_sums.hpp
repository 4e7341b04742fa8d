#pragma once

#include <algorithm>
#include <type_traits>

#include <lehr/linalg/panel_matrix.hpp>

// Products of a lower triangular L with vectors whose entries become known one after the other: each sum is asked for
// before the entry of its own row is there. A panel at a time, so that most flops are products of matrices.
// n^2 flops for each vector.
namespace lehr {

/// A column holds one entry of every vector.
template <class Scalar>
using EntriesByColumns = MatrixOf<Scalar>;

/// sum_{j<i} L_ij x_j for i = 0, 1, …
template <class Scalar>
class RowSums {
 public:
  /// Refers to L.
  RowSums(const PanelMatrix<Scalar>& l, Index vectors)
      : l_(l),
        x_(EntriesByColumns<Scalar>::Zero(vectors, l.stored_rows())),
        sums_(EntriesByColumns<Scalar>::Zero(vectors, kRows)) {}

  /// In each vector. Asked for once, in turn.
  auto sums(Index i) {
    const Index row = i + l_.lead();
    if (row % kRows == 0) begin_panel(row / kRows);
    return sums_.col(row % kRows);
  }

  /// The entries x_i.
  template <class Entries>
  void take(Index i, const Entries& entries) {
    const Index row = i + l_.lead();
    x_.col(row) = entries;
    const Index below = kRows - 1 - row % kRows;  // rows of the panel
    const Scalar* column = l_.panel(row / kRows) + row * kRows + row % kRows + 1;
    for (Index k = 0; k < below; ++k) sums_.col(kRows - below + k) += column[k] * x_.col(row);
  }

 private:
  static constexpr Index kRows = kPanelRows<Scalar>;

  void begin_panel(Index p) {
    const Eigen::Map<const MatrixOf<Scalar>> left(l_.panel(p), kRows, p * kRows);
    sums_.noalias() = x_.leftCols(p * kRows) * left.transpose();
  }

  const PanelMatrix<Scalar>& l_;
  EntriesByColumns<Scalar> x_;
  EntriesByColumns<Scalar> sums_;  // of the panel's rows
};

/// sum_{j>i} L_ji x_j for i = n-1, n-2, …: of the transpose, from its last row. The vectors are in double whatever L is
/// in, so that what becomes of one hardly depends on how many there are.
template <class Scalar>
class ColumnSums {
 public:
  /// Refers to L.
  ColumnSums(const PanelMatrix<Scalar>& l, Index vectors)
      : l_(l), x_(vectors, kRows), sums_(EntriesByColumns<double>::Zero(vectors, l.stored_rows())) {}

  /// In each vector. Asked for once, in turn.
  auto sums(Index i) {
    const Index column = i + l_.lead();
    const Index below = kRows - 1 - column % kRows;  // rows of the panel
    const Scalar* entries = l_.panel(column / kRows) + (column + 1) * kRows - below;
    for (Index k = 0; k < below; ++k) sums_.col(column) += double(entries[k]) * x_.col(kRows - below + k);
    return sums_.col(column);
  }

  /// The entries x_i.
  template <class Entries>
  void take(Index i, const Entries& entries) {
    const Index column = i + l_.lead();
    x_.col(column % kRows) = entries;
    if (column % kRows == 0 && column > 0) end_panel(column / kRows);
  }

 private:
  static constexpr Index kRows = kPanelRows<Scalar>;
  static constexpr Index kWide = 32;

  void end_panel(Index p) {
    const Eigen::Map<const MatrixOf<Scalar>> left(l_.panel(p), kRows, p * kRows);
    if constexpr (std::is_same_v<Scalar, double>) {
      sums_.leftCols(p * kRows).noalias() += x_ * left;
    } else {
      for (Index begin = 0; begin < p * kRows; begin += kWide) {
        const Index width = std::min(kWide, p * kRows - begin);
        wide_.leftCols(width) = left.middleCols(begin, width).template cast<double>();
        sums_.middleCols(begin, width).noalias() += x_ * wide_.leftCols(width);
      }
    }
  }

  const PanelMatrix<Scalar>& l_;
  Matrix wide_{kRows, kWide};      // a part of a panel of L, in double
  EntriesByColumns<double> x_;     // those of the panel
  EntriesByColumns<double> sums_;  // what whole panels have added
};

}  // namespace lehr

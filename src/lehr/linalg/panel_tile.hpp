#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>

#include <lehr/linalg/panel_shape.hpp>

namespace lehr {

/// The micro-kernel: kTileColumns columns of a panel in registers, without the first `Skipped` vectors of each column
/// (above the diagonal there is nothing to compute). Pointers are to column 0 of what they name; a column of a panel is
/// kPanelRows long. Sums are taken in the order of k, whatever the machine.
template <class Scalar, Index Skipped = 0>
class PanelTile {
 public:
  [[gnu::always_inline]] void load(const Scalar* tile) {
#pragma GCC unroll 8
    for (Index c = 0; c < kTileColumns; ++c) {
#pragma GCC unroll 3
      for (Index v = 0; v < kVectors; ++v) x_[c][v] = vector_at(tile + c * kRows, v);
    }
  }

  [[gnu::always_inline]] void store(Scalar* tile) const {
#pragma GCC unroll 8
    for (Index c = 0; c < kTileColumns; ++c) store_column(tile, c);
  }

  /// tile -= sum_k left(:, k) right(:, k)', `count` values of k; right: kTileColumns rows of a panel.
  [[gnu::always_inline]] void subtract(Index count, const Scalar* left, const Scalar* right) {
    multiply<-1, kRows, 1>(count, left, right);
  }

  /// tile += sum_k left(:, k) right(:, k)'
  [[gnu::always_inline]] void add(Index count, const Scalar* left, const Scalar* right) {
    multiply<1, kRows, 1>(count, left, right);
  }

  /// tile -= sum_k left(:, k) right(k, :); right: kTileColumns columns of a panel, `count` of its rows.
  [[gnu::always_inline]] void subtract_transposed(Index count, const Scalar* left, const Scalar* right) {
    multiply<-1, 1, kRows>(count, left, right);
  }

  /// tile <- tile D^-T, D the lower triangle at `corner`, with the inverses of its diagonal.
  [[gnu::always_inline]] void solve(const Scalar* corner, const Scalar* inverses) {
#pragma GCC unroll 8
    for (Index c = 0; c < kTileColumns; ++c) {
      scale(c, inverses[c]);
#pragma GCC unroll 8
      for (Index l = c + 1; l < kTileColumns; ++l) subtract_column(l, c, corner[c * kRows + l]);
    }
  }

  /// tile <- tile D^-1
  [[gnu::always_inline]] void solve_transposed(const Scalar* corner, const Scalar* inverses) {
#pragma GCC unroll 8
    for (Index c = kTileColumns - 1; c >= 0; --c) {
      scale(c, inverses[c]);
#pragma GCC unroll 8
      for (Index l = 0; l < c; ++l) subtract_column(l, c, corner[l * kRows + c]);
    }
  }

  /// The tile that holds its own corner, from row `top` of the panel on. Factorises the corner and solves the rows
  /// below with it; stores both at `tile` with zeros above the diagonal; tells the inverses of the diagonal. False if a
  /// pivot is not a positive, finite, normal number.
  ///
  /// Eliminates with the pivots (L D L') and takes their roots at the end, all at once: a root would be the slowest
  /// step of each column's chain.
  [[gnu::always_inline]] bool factorise(Scalar* tile, Index top, Scalar* inverses) {
    std::array<Scalar, kTileColumns> pivots;
#pragma GCC unroll 8
    for (Index c = 0; c < kTileColumns; ++c) {
      store_column(tile, c);  // for the entries of the corner, read one by one
      const Scalar* column = tile + c * kRows + top;
      const Scalar pivot = column[c];
      if (!(pivot >= std::numeric_limits<Scalar>::min() && pivot <= std::numeric_limits<Scalar>::max())) return false;
      pivots[static_cast<std::size_t>(c)] = pivot;
      const Scalar inverse = 1 / pivot;
#pragma GCC unroll 8
      for (Index l = c + 1; l < kTileColumns; ++l) subtract_column(l, c, column[l] * inverse);
    }
    std::array<Scalar, kTileColumns> roots;
    for (std::size_t c = 0; c < pivots.size(); ++c) {
      roots[c] = std::sqrt(pivots[c]);
      inverses[c] = 1 / roots[c];
    }
#pragma GCC unroll 8
    for (Index c = 0; c < kTileColumns; ++c) {
      scale(c, inverses[c]);
      store_column(tile, c);
      Scalar* column = tile + c * kRows;
      std::fill(column + Skipped * kLanes, column + top + c, Scalar(0));
      column[top + c] = roots[static_cast<std::size_t>(c)];
    }
    return true;
  }

 private:
  static constexpr Index kLanes = kPanelLanes<Scalar>;
  static constexpr Index kRows = kPanelRows<Scalar>;
  static constexpr Index kVectors = kPanelVectors - Skipped;
  using Packet [[gnu::vector_size(kPanelVectorBytes)]] = Scalar;

  [[gnu::always_inline]] static Packet vector_at(const Scalar* column, Index v) {
    Packet result;
    std::memcpy(&result, column + (Skipped + v) * kLanes, sizeof result);
    return result;
  }

  [[gnu::always_inline]] void store_column(Scalar* tile, Index c) const {
#pragma GCC unroll 3
    for (Index v = 0; v < kVectors; ++v) {
      std::memcpy(tile + c * kRows + (Skipped + v) * kLanes, &x_[c][v], sizeof(Packet));
    }
  }

  [[gnu::always_inline]] void scale(Index c, Scalar factor) {
#pragma GCC unroll 3
    for (Index v = 0; v < kVectors; ++v) x_[c][v] *= factor;
  }

  [[gnu::always_inline]] void subtract_column(Index to, Index from, Scalar factor) {
#pragma GCC unroll 3
    for (Index v = 0; v < kVectors; ++v) x_[to][v] -= x_[from][v] * factor;
  }

  /// tile += Sign * sum_k left(:, k) right[k * Step + c * ColumnStep] in column c.
  template <int Sign, Index Step, Index ColumnStep>
  [[gnu::always_inline]] void multiply(Index count, const Scalar* left, const Scalar* right) {
    constexpr Index kAhead = 8;  // columns of `left` to ask the memory for in advance
    for (Index k = 0; k < count; ++k) {
      Packet a[kVectors];
#pragma GCC unroll 3
      for (Index v = 0; v < kVectors; ++v) {
        a[v] = vector_at(left, v);
        __builtin_prefetch(left + kAhead * kRows + (Skipped + v) * kLanes);
      }
#pragma GCC unroll 8
      for (Index c = 0; c < kTileColumns; ++c) {
        const Packet b = right[c * ColumnStep] - Packet{};
#pragma GCC unroll 3
        for (Index v = 0; v < kVectors; ++v) {
          if constexpr (Sign > 0) {
            x_[c][v] += a[v] * b;
          } else {
            x_[c][v] -= a[v] * b;
          }
        }
      }
      left += kRows;
      right += Step;
    }
  }

  Packet x_[kTileColumns][kVectors];
};

}  // namespace lehr

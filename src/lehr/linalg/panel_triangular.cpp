#include <lehr/linalg/panel_triangular.hpp>

#include <algorithm>
#include <limits>
#include <optional>

#include <lehr/linalg/panel_blocks.hpp>
#include <lehr/linalg/panel_cholesky.hpp>
#include <lehr/linalg/panel_tile.hpp>

// With the vectors as rows, L^-1 x is Y L' = X and L^-T x is Y L = X: in both, columns of Y are found from others that
// are known, tile by tile, as in a factorisation. L^-1 itself is the lower triangular Y with Y L = I.
namespace lehr {
namespace {

/// 1 / diag L, as stored; empty if an entry is not positive, finite and normal.
template <class Scalar>
std::optional<VectorOf<Scalar>> inverse_diagonal(const PanelMatrix<Scalar>& l) {
  VectorOf<Scalar> result = VectorOf<Scalar>::Ones(l.stored_rows());
  for (Index i = 0; i < l.rows(); ++i) {
    const Scalar entry = l(i, i);
    if (!(entry >= std::numeric_limits<Scalar>::min() && entry <= std::numeric_limits<Scalar>::max())) return {};
    result(i + l.lead()) = 1 / entry;
  }
  return result;
}

/// Y L' = X, from the first columns to the last; Y takes X's place.
template <class Scalar>
class Forward {
 public:
  Forward(const PanelMatrix<Scalar>& l, const VectorOf<Scalar>& inverses, PanelVectors<Scalar>& y)
      : l_(l), inverses_(inverses), y_(y) {}

  PanelStatus run(const StopCheck& stop) {
    const Index first = first_tile(l_.lead());
    for (Index block = 0; block < l_.stored_rows(); block += kBlockColumns) {
      const Index begin = std::max(block, first);
      const Index end = std::min(block + kBlockColumns, l_.stored_rows());
      const Index sliced = std::max(block - block % kSliceColumns, first);
      for (Index slice = first; slice < sliced; slice = next_slice(slice)) {
        if (stop && stop()) return PanelStatus::stopped;
        for (Index p = 0; p < y_.panels(); ++p) {
          for (Index j = begin; j < end; j += kTileColumns) update_tile(p, j, slice);
        }
      }
      if (stop && stop()) return PanelStatus::stopped;
      for (Index p = 0; p < y_.panels(); ++p) {
        for (Index j = begin; j < end; j += kTileColumns) solve_tile(p, j, sliced);
      }
    }
    return PanelStatus::done;
  }

 private:
  static constexpr Index kRows = kPanelRows<Scalar>;

  /// Column k of the rows of L that belong to columns j … of Y.
  const Scalar* right(Index j, Index k) const { return l_.panel(j / kRows) + k * kRows + j % kRows; }

  [[gnu::noinline]] void update_tile(Index p, Index j, Index slice) {
    PanelTile<Scalar> tile;
    tile.load(y_.panel(p) + j * kRows);
    tile.subtract(next_slice(slice) - slice, y_.panel(p) + slice * kRows, right(j, slice));
    tile.store(y_.panel(p) + j * kRows);
  }

  [[gnu::noinline]] void solve_tile(Index p, Index j, Index sliced) {
    PanelTile<Scalar> tile;
    tile.load(y_.panel(p) + j * kRows);
    tile.subtract(j - sliced, y_.panel(p) + sliced * kRows, right(j, sliced));
    tile.solve(right(j, j), inverses_.data() + j);
    tile.store(y_.panel(p) + j * kRows);
  }

  const PanelMatrix<Scalar>& l_;
  const VectorOf<Scalar>& inverses_;
  PanelVectors<Scalar>& y_;
};

/// Y L = X, from the last columns to the first; Y takes X's place. Y is PanelVectors or a lower triangular PanelMatrix:
/// its panel p ends at column width(p).
template <class Scalar, class Rows>
class Backward {
 public:
  Backward(const PanelMatrix<Scalar>& l, const VectorOf<Scalar>& inverses, Rows& y)
      : l_(l), inverses_(inverses), y_(y) {}

  /// Only the blocks of columns down to the one that stored column `lowest` is in.
  PanelStatus run(const StopCheck& stop, Index lowest = 0) {
    const Index size = l_.stored_rows();
    const Index last = lowest / kBlockColumns * kBlockColumns;
    for (Index block = (size - 1) / kBlockColumns * kBlockColumns; block >= last; block -= kBlockColumns) {
      const Index begin = std::max(block, first_tile(l_.lead()));
      const Index end = std::min(block + kBlockColumns, size);
      const Index sliced = end + (size - end) % kSliceColumns;  // columns from here on are applied in whole slices
      for (Index slice = sliced; slice < size; slice += kSliceColumns) {
        if (stop && stop()) return PanelStatus::stopped;
        update(begin, end, slice);
      }
      if (stop && stop()) return PanelStatus::stopped;
      finish(begin, end, sliced);
    }
    return PanelStatus::done;
  }

 private:
  static constexpr Index kRows = kPanelRows<Scalar>;

  void update(Index begin, Index end, Index slice) {
    for (Index p = 0; p < y_.panels(); ++p) {
      const Index last = std::min(slice + kSliceColumns, y_.width(p));
      if (last <= slice) continue;
      for (Index j = begin; j < end; j += kTileColumns) update_tile(p, j, slice, last);
    }
  }

  void finish(Index begin, Index end, Index sliced) {
    for (Index p = 0; p < y_.panels(); ++p) {
      const Index last = std::min(sliced, y_.width(p));
      for (Index j = std::min(end, last) - kTileColumns; j >= begin; j -= kTileColumns) solve_tile(p, j, last);
    }
  }

  /// tile -= Y(:, k) L(k, j …) for k in [begin, end); `end` is where a panel of L ends.
  [[gnu::always_inline]] void apply(PanelTile<Scalar>& tile, Index p, Index j, Index begin, Index end) const {
    const Scalar* left = y_.panel(p);
    for (Index k = begin; k < end;) {
      const Index panel = k / kRows;
      const Index count = (panel + 1) * kRows - k;
      tile.subtract_transposed(count, left + k * kRows, l_.panel(panel) + j * kRows + k % kRows);
      k += count;
    }
  }

  [[gnu::noinline]] void update_tile(Index p, Index j, Index begin, Index end) {
    PanelTile<Scalar> tile;
    tile.load(y_.panel(p) + j * kRows);
    apply(tile, p, j, begin, end);
    tile.store(y_.panel(p) + j * kRows);
  }

  [[gnu::noinline]] void solve_tile(Index p, Index j, Index end) {
    PanelTile<Scalar> tile;
    tile.load(y_.panel(p) + j * kRows);
    apply(tile, p, j, j + kTileColumns, end);
    tile.solve_transposed(l_.panel(j / kRows) + j * kRows + j % kRows, inverses_.data() + j);
    tile.store(y_.panel(p) + j * kRows);
  }

  const PanelMatrix<Scalar>& l_;
  const VectorOf<Scalar>& inverses_;
  Rows& y_;
};

}  // namespace

template <class Scalar>
PanelStatus invert(const PanelMatrix<Scalar>& l, PanelMatrix<Scalar>& inverse, const StopCheck& stop) {
  const auto inverses = inverse_diagonal(l);
  if (!inverses) return PanelStatus::broken_down;
  inverse.resize(l.rows());
  inverse.set_identity();
  return Backward<Scalar, PanelMatrix<Scalar>>(l, *inverses, inverse).run(stop);
}

template <class Scalar>
PanelStatus cholesky_with_inverse(PanelMatrix<Scalar>& a, PanelMatrix<Scalar>& inverse, const StopCheck& stop) {
  const PanelStatus status = cholesky(a, stop);
  return status == PanelStatus::done ? invert(a, inverse, stop) : status;
}

template <class Scalar>
PanelStatus solve(const PanelMatrix<Scalar>& l, PanelVectors<Scalar>& x, const StopCheck& stop) {
  const auto inverses = inverse_diagonal(l);
  if (!inverses) return PanelStatus::broken_down;
  return Forward<Scalar>(l, *inverses, x).run(stop);
}

template <class Scalar>
PanelStatus solve_transposed(const PanelMatrix<Scalar>& l, PanelVectors<Scalar>& x, const StopCheck& stop,
                             Index first) {
  const auto inverses = inverse_diagonal(l);
  if (!inverses) return PanelStatus::broken_down;
  return Backward<Scalar, PanelVectors<Scalar>>(l, *inverses, x).run(stop, first + l.lead());
}

template PanelStatus invert<double>(const PanelMatrix<double>&, PanelMatrix<double>&, const StopCheck&);
template PanelStatus invert<float>(const PanelMatrix<float>&, PanelMatrix<float>&, const StopCheck&);
template PanelStatus cholesky_with_inverse<double>(PanelMatrix<double>&, PanelMatrix<double>&, const StopCheck&);
template PanelStatus cholesky_with_inverse<float>(PanelMatrix<float>&, PanelMatrix<float>&, const StopCheck&);
template PanelStatus solve<double>(const PanelMatrix<double>&, PanelVectors<double>&, const StopCheck&);
template PanelStatus solve<float>(const PanelMatrix<float>&, PanelVectors<float>&, const StopCheck&);
template PanelStatus solve_transposed<double>(const PanelMatrix<double>&, PanelVectors<double>&, const StopCheck&,
                                              Index);
template PanelStatus solve_transposed<float>(const PanelMatrix<float>&, PanelVectors<float>&, const StopCheck&, Index);

}  // namespace lehr

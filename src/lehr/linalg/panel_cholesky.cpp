#include <lehr/linalg/panel_cholesky.hpp>

#include <algorithm>
#include <type_traits>

#include <lehr/linalg/panel_blocks.hpp>
#include <lehr/linalg/panel_tile.hpp>

namespace lehr {
namespace {

/// What a tile of panel p, columns j …, takes from columns [begin, end) of what comes before it: - L L'.
template <class Scalar>
struct Eliminated {
  PanelMatrix<Scalar>& l;

  void begin_block(Index /*begin*/, Index /*end*/) const {}

  template <class Tile>
  [[gnu::always_inline]] void apply(Tile& tile, Index p, Index j, Index begin, Index end) const {
    constexpr Index kRows = kPanelRows<Scalar>;
    tile.subtract(end - begin, l.panel(p) + begin * kRows, l.panel(j / kRows) + begin * kRows + j % kRows);
  }

  /// The same from all that is left, [begin, j).
  template <class Tile>
  [[gnu::always_inline]] void apply_rest(Tile& tile, Index p, Index j, Index begin) const {
    apply(tile, p, j, begin, j);
  }
};

/// I + M M' - L L'. M's columns reach to the diagonal, L's end before the tile.
template <class Scalar>
struct GramEliminated {
  const PanelMatrix<Scalar>& m;
  PanelMatrix<Scalar>& l;

  /// The columns of the block become those of I.
  void begin_block(Index begin, Index end) const {
    constexpr Index kRows = kPanelRows<Scalar>;
    for (Index p = begin / kRows; p < l.panels(); ++p) {
      const Index last = std::min(end, l.width(p));
      std::fill(l.panel(p) + begin * kRows, l.panel(p) + last * kRows, Scalar(0));
      for (Index j = std::max(begin, p * kRows); j < last; ++j) l.panel(p)[j * kRows + j % kRows] = 1;
    }
  }

  template <class Tile>
  [[gnu::always_inline]] void apply(Tile& tile, Index p, Index j, Index begin, Index end) const {
    add(tile, p, j, begin, end);
    Eliminated<Scalar>{l}.apply(tile, p, j, begin, end);
  }

  template <class Tile>
  [[gnu::always_inline]] void apply_rest(Tile& tile, Index p, Index j, Index begin) const {
    add(tile, p, j, begin, j + kTileColumns);
    Eliminated<Scalar>{l}.apply(tile, p, j, begin, j);
  }

 private:
  template <class Tile>
  [[gnu::always_inline]] void add(Tile& tile, Index p, Index j, Index begin, Index end) const {
    constexpr Index kRows = kPanelRows<Scalar>;
    tile.add(end - begin, m.panel(p) + begin * kRows, m.panel(j / kRows) + begin * kRows + j % kRows);
  }
};

/// Looks left: each block of columns takes what all before it have to say, then is factorised itself.
template <class Scalar, class Terms>
class LeftLooking {
 public:
  LeftLooking(PanelMatrix<Scalar>& l, const Terms& terms) : l_(l), terms_(terms), inverses_(l.stored_rows()) {}

  PanelStatus run(const StopCheck& stop) {
    const Index first = first_tile(l_.lead());
    for (Index block = 0; block < l_.stored_rows(); block += kBlockColumns) {
      const Index begin = std::max(block, first);
      const Index end = std::min(block + kBlockColumns, l_.stored_rows());
      const Index sliced = std::max(block - block % kSliceColumns, first);  // up to here, columns come in slices
      terms_.begin_block(begin, end);
      for (Index slice = first; slice < sliced; slice = next_slice(slice)) {
        if (stop && stop()) return PanelStatus::stopped;
        update(begin, end, slice);
      }
      if (stop && stop()) return PanelStatus::stopped;
      if (!finish(begin, end, sliced)) return PanelStatus::broken_down;
    }
    return PanelStatus::done;
  }

 private:
  static constexpr Index kRows = kPanelRows<Scalar>;

  void update(Index begin, Index end, Index slice) const {
    for (Index p = begin / kRows; p < l_.panels(); ++p) {
      for (Index j = begin; j < std::min(end, l_.width(p)); j += kTileColumns) {
        if (p + 1 < l_.panels()) prefetch_share(l_.panel(p + 1) + slice * kRows, (j - begin) / kTileColumns);
        if (j < p * kRows) {
          update_tile<0>(p, j, slice);
        } else {
          below_diagonal(j, [&](auto skipped) { update_tile<skipped>(p, j, slice); });
        }
      }
    }
  }

  /// The panels of the diagonal come first: those below need their corners.
  bool finish(Index begin, Index end, Index sliced) {
    for (Index p = begin / kRows; p < l_.panels(); ++p) {
      const Index diagonal = p * kRows;
      for (Index j = begin; j < std::min(end, diagonal); j += kTileColumns) solve_tile(p, j, sliced);
      for (Index j = std::max(begin, diagonal); j < std::min(end, l_.width(p)); j += kTileColumns) {
        bool done = false;
        below_diagonal(j, [&](auto skipped) { done = factorise_tile<skipped>(j, sliced); });
        if (!done) return false;
      }
    }
    return true;
  }

  /// work(how many vectors of a panel lie above the diagonal in its columns j …), as a constant.
  template <class Work>
  static void below_diagonal(Index j, Work&& work) {
    switch (j % kRows / kPanelLanes<Scalar>) {
      case 0:
        return work(std::integral_constant<Index, 0>());
      case 1:
        return work(std::integral_constant<Index, 1>());
      default:
        return work(std::integral_constant<Index, 2>());
    }
  }

  template <Index Skipped>
  [[gnu::noinline]] void update_tile(Index p, Index j, Index slice) const {
    Scalar* place = l_.panel(p) + j * kRows;
    PanelTile<Scalar, Skipped> tile;
    tile.load(place);
    terms_.apply(tile, p, j, slice, next_slice(slice));
    tile.store(place);
  }

  [[gnu::noinline]] void solve_tile(Index p, Index j, Index sliced) const {
    Scalar* place = l_.panel(p) + j * kRows;
    PanelTile<Scalar> tile;
    tile.load(place);
    terms_.apply_rest(tile, p, j, sliced);
    tile.solve(l_.panel(j / kRows) + j * kRows + j % kRows, inverses_.data() + j);
    tile.store(place);
  }

  template <Index Skipped>
  [[gnu::noinline]] bool factorise_tile(Index j, Index sliced) {
    const Index p = j / kRows;
    Scalar* place = l_.panel(p) + j * kRows;
    PanelTile<Scalar, Skipped> tile;
    tile.load(place);
    terms_.apply_rest(tile, p, j, sliced);
    return tile.factorise(place, j % kRows, inverses_.data() + j);
  }

  PanelMatrix<Scalar>& l_;
  const Terms& terms_;
  VectorOf<Scalar> inverses_;  // of L's diagonal
};

}  // namespace

template <class Scalar>
PanelStatus cholesky(PanelMatrix<Scalar>& a, const StopCheck& stop) {
  const Eliminated<Scalar> terms{a};
  return LeftLooking<Scalar, Eliminated<Scalar>>(a, terms).run(stop);
}

template <class Scalar>
PanelStatus gram_cholesky(const PanelMatrix<Scalar>& m, PanelMatrix<Scalar>& l, const StopCheck& stop) {
  l.resize(m.rows());
  const GramEliminated<Scalar> terms{m, l};
  const PanelStatus status = LeftLooking<Scalar, GramEliminated<Scalar>>(l, terms).run(stop);
  l.reset_outside();  // there, M's identity has made 2 of 1
  return status;
}

template PanelStatus cholesky<double>(PanelMatrix<double>&, const StopCheck&);
template PanelStatus cholesky<float>(PanelMatrix<float>&, const StopCheck&);
template PanelStatus gram_cholesky<double>(const PanelMatrix<double>&, PanelMatrix<double>&, const StopCheck&);
template PanelStatus gram_cholesky<float>(const PanelMatrix<float>&, PanelMatrix<float>&, const StopCheck&);

}  // namespace lehr

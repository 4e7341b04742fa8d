#include <lehr/linalg/triangular.hpp>

#include <algorithm>
#include <utility>

#include <Eigen/Dense>

#include <lehr/linalg/cholesky.hpp>

namespace lehr {
namespace {

using Block = BlockOf<double>;

constexpr Index kLeaf = 32;

Index first_half(Index n) { return (n / 2 + 15) / 16 * 16; }

void gram(Block l, Matrix& scratch) {
  const Index n = l.rows();
  if (n <= kLeaf) {
    scratch.topLeftCorner(n, n).noalias() =
        l.transpose().triangularView<Eigen::Upper>() * Matrix(l.triangularView<Eigen::Lower>());
    l.triangularView<Eigen::Lower>() = scratch.topLeftCorner(n, n);
    return;
  }
  const Index top = first_half(n);
  const Index bottom = n - top;
  Block l11 = l.topLeftCorner(top, top);
  Block l21 = l.bottomLeftCorner(bottom, top);
  Block l22 = l.bottomRightCorner(bottom, bottom);
  gram(l11, scratch);
  l11.selfadjointView<Eigen::Lower>().rankUpdate(l21.transpose());
  scratch.topLeftCorner(bottom, top) = l21;
  l21.noalias() = l22.transpose().triangularView<Eigen::Upper>() * scratch.topLeftCorner(bottom, top);
  gram(l22, scratch);
}

/// a <- J a' J, J the reversal of the order: what was the lower triangle stays below the diagonal. Tile by tile, so
/// that the columns at both ends stay in the cache.
void flip(Matrix& a) {
  constexpr Index kTile = 16;
  const Index n = a.rows();
  for (Index first_column = 0; first_column < n; first_column += kTile) {
    for (Index first_row = first_column; first_row + first_column < n - 1; first_row += kTile) {
      for (Index j = first_column; j < std::min(first_column + kTile, n); ++j) {
        for (Index i = std::max(j, first_row); i < std::min(first_row + kTile, n - 1 - j); ++i) {
          std::swap(a(i, j), a(n - 1 - j, n - 1 - i));
        }
      }
    }
  }
}

}  // namespace

void lower_gram_in_place(Matrix& l, Matrix& scratch) {
  const Index top = first_half(l.rows());
  const Index side = std::max({kLeaf, top, l.rows() - top});
  if (scratch.rows() < side || scratch.cols() < side) scratch.resize(side, side);
  gram(l, scratch);
}

bool reverse_cholesky_in_place(Matrix& a) {
  // J A J = L L' gives A = (J L J)(J L J)' with J L J upper triangular; T is its transpose.
  flip(a);
  const bool done = cholesky_in_place<double>(a);
  flip(a);
  return done;
}

}  // namespace lehr

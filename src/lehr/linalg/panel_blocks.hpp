#pragma once

#include <lehr/linalg/panel_shape.hpp>

// How the work on panels is cut for the caches. The sizes are multiples of every panel's rows; they were set by trying
// 96 to 288 columns and slices of 144 to 480 at n = 214 to 5000.
namespace lehr {

/// Columns that are finished together: each other column is read once for all of them.
constexpr Index kBlockColumns = 288;

/// Other columns that are applied in one go: as much of one panel (the left operand) stays in the first-level cache, of
/// the block's rows (the right operand) in the second.
constexpr Index kSliceColumns = 144;

static_assert(kBlockColumns % kPanelRows<float> == 0 && kSliceColumns % kPanelRows<float> == 0);
static_assert(kPanelRows<double> % kTileColumns == 0 && kPanelRows<float> % kTileColumns == 0);

/// Slices begin at multiples of their size, but for the first.
constexpr Index next_slice(Index slice) { return (slice / kSliceColumns + 1) * kSliceColumns; }

/// Asks the memory for a part of a slice that the next panel begins with: each tile of a block asks for its share.
/// Worth a tenth at n = 5000.
template <class Scalar>
[[gnu::always_inline]] inline void prefetch_share(const Scalar* slice, Index tile) {
  constexpr Index kShare = kSliceColumns * kPanelRows<Scalar> * kTileColumns / kBlockColumns;
  constexpr Index kLine = 64 / sizeof(Scalar);
  for (Index i = 0; i < kShare; i += kLine) __builtin_prefetch(slice + tile * kShare + i, 0, 2);
}

}  // namespace lehr

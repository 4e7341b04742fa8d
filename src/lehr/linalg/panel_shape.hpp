#pragma once

#include <cstddef>

#include <lehr/linalg/types.hpp>

// The sizes of row panels follow the vectors that the compiler may use. A tile of 3 vectors by kTileColumns is what a
// micro-kernel keeps in registers: 24 accumulators of the 32 registers of AVX-512, 12 of AVX2's 16. Plain SSE2 has 16
// registers too, but no fused multiply-add: products need registers of their own.
namespace lehr {

#if defined(__AVX512F__)
constexpr std::size_t kPanelVectorBytes = 64;
constexpr Index kTileColumns = 8;
#elif defined(__AVX__)
constexpr std::size_t kPanelVectorBytes = 32;
constexpr Index kTileColumns = 4;
#else
constexpr std::size_t kPanelVectorBytes = 16;
constexpr Index kTileColumns = 3;
#endif

constexpr Index kPanelVectors = 3;

template <class Scalar>
constexpr Index kPanelLanes = Index{kPanelVectorBytes / sizeof(Scalar)};

/// Rows of a panel: with AVX-512, 24 doubles or 48 floats.
template <class Scalar>
constexpr Index kPanelRows = kPanelVectors* kPanelLanes<Scalar>;

/// How many panels hold `rows` rows.
template <class Scalar>
constexpr Index panels_for(Index rows) {
  return (rows + kPanelRows<Scalar> - 1) / kPanelRows<Scalar>;
}

/// Rows that fill panels up come first: there they meet short sums, and at the end they would meet the longest.
template <class Scalar>
constexpr Index lead_for(Index rows) {
  return panels_for<Scalar>(rows) * kPanelRows<Scalar> - rows;
}

/// The first column of the first tile that holds more than such filling.
constexpr Index first_tile(Index lead) { return lead / kTileColumns * kTileColumns; }

}  // namespace lehr

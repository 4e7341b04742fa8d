#pragma once

#include <lehr/linalg/panel_matrix.hpp>
#include <lehr/linalg/panel_status.hpp>

// Factorisations in row panels, for double and float. One thread; the order of the operations depends on nothing but
// the size, so that the same matrix gives the same bits.
namespace lehr {

/// A = L L'; L takes A's place. n^3/3 flops.
template <class Scalar>
[[nodiscard]] PanelStatus cholesky(PanelMatrix<Scalar>& a, const StopCheck& stop = {});

/// I + M M' = L L' for a lower triangular M. Sums and eliminates in one pass: I + M M' itself is never formed.
/// L is resized and is not M. 2 n^3/3 flops.
template <class Scalar>
[[nodiscard]] PanelStatus gram_cholesky(const PanelMatrix<Scalar>& m, PanelMatrix<Scalar>& l,
                                        const StopCheck& stop = {});

}  // namespace lehr

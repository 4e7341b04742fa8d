#pragma once

#include <lehr/linalg/panel_matrix.hpp>
#include <lehr/linalg/panel_status.hpp>
#include <lehr/linalg/panel_vectors.hpp>

// Inverses of and solves with a lower triangular L that has a positive diagonal, for double and float. One thread, and
// an order of operations that depends on nothing but sizes.
namespace lehr {

/// inverse <- L^-1. It is resized and is not L. n^3/3 flops.
template <class Scalar>
[[nodiscard]] PanelStatus invert(const PanelMatrix<Scalar>& l, PanelMatrix<Scalar>& inverse,
                                 const StopCheck& stop = {});

/// A = L L'; L takes A's place, and inverse <- L^-1. 2 n^3/3 flops.
template <class Scalar>
[[nodiscard]] PanelStatus cholesky_with_inverse(PanelMatrix<Scalar>& a, PanelMatrix<Scalar>& inverse,
                                                const StopCheck& stop = {});

/// Each vector x <- L^-1 x. n^2 flops for each of the vectors, which are worked at a panel at a time.
template <class Scalar>
[[nodiscard]] PanelStatus solve(const PanelMatrix<Scalar>& l, PanelVectors<Scalar>& x, const StopCheck& stop = {});

/// Each vector x <- L^-T x. Entries before `first` need not be found, and mean nothing then.
template <class Scalar>
[[nodiscard]] PanelStatus solve_transposed(const PanelMatrix<Scalar>& l, PanelVectors<Scalar>& x,
                                           const StopCheck& stop = {}, Index first = 0);

}  // namespace lehr

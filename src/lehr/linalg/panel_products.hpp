#pragma once

#include <type_traits>

#include <lehr/linalg/panel_matrix.hpp>

// Products of a lower triangular L in row panels, for double and float: n^2 flops for each vector. Solves with many
// vectors are in panel_triangular.hpp, which would fill a panel up with zeros to work at one.
namespace lehr {

/// L x
template <class Scalar>
[[nodiscard]] VectorOf<Scalar> multiply_vector(const PanelMatrix<Scalar>& l, const VectorOf<Scalar>& x);

/// out <- L X, a vector in each column. It is resized and is not X.
template <class Scalar>
void multiply_columns(const PanelMatrix<Scalar>& l, const Eigen::Ref<const MatrixOf<std::type_identity_t<Scalar>>>& x,
                      MatrixOf<Scalar>& out);

/// L' x
template <class Scalar>
[[nodiscard]] VectorOf<Scalar> multiply_vector_transposed(const PanelMatrix<Scalar>& l, const VectorOf<Scalar>& x);

/// x <- L^-1 x. A diagonal entry that is 0 makes numbers that are not finite.
template <class Scalar>
void solve_vector(const PanelMatrix<Scalar>& l, VectorOf<Scalar>& x);

/// x <- L^-T x
template <class Scalar>
void solve_vector_transposed(const PanelMatrix<Scalar>& l, VectorOf<Scalar>& x);

}  // namespace lehr

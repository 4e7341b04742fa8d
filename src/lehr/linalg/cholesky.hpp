#pragma once

#include <lehr/linalg/types.hpp>

// The one place that factorises. A symmetric matrix is given by its lower triangle; the strict upper triangle is neither
// read nor written. Each function exists for double and for float.
namespace lehr {

template <class Scalar>
using BlockOf = Eigen::Ref<MatrixOf<Scalar>, 0, Eigen::OuterStride<>>;

/// A = L L'; L takes A's place. False if A is not positive definite in this precision. n^3/3 flops: the unit of cost.
template <class Scalar>
[[nodiscard]] bool cholesky_in_place(BlockOf<Scalar> a);

/// A = L L'; the lower triangle of L^-1 takes A's place. Forming L^-1 on the way costs one more unit and turns every
/// triangular solve of the recursion into a product, so that it runs faster than a factorisation followed by an inversion.
/// `scratch` is resized to hold an n/2 x n/2 block.
template <class Scalar>
[[nodiscard]] bool inverse_cholesky_in_place(BlockOf<Scalar> a, MatrixOf<Scalar>& scratch);

}  // namespace lehr

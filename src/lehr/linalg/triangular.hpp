#pragma once

#include <lehr/linalg/types.hpp>

// Work on triangular matrices that keeps to the triangle: n^3/3 flops each, one unit of cost, where the general
// routines take three. Strict upper triangles are neither read nor written.
namespace lehr {

/// L <- the lower triangle of L' L. `scratch` is made large enough where it is too small.
void lower_gram_in_place(Matrix& l, Matrix& scratch);

/// A <- T with A = T' T, T lower triangular: the factorisation that begins at the last row instead of the first. A is
/// given by its lower triangle. False if A is not positive definite.
[[nodiscard]] bool reverse_cholesky_in_place(Matrix& a);

}  // namespace lehr

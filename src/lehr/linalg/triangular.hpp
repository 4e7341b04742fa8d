#pragma once

#include <lehr/linalg/types.hpp>

// Products and quotients of triangular matrices that keep to the triangle: n^3/3 flops each, one unit of cost, where the
// general routines take three. Strict upper triangles are neither read nor written.
namespace lehr {

/// L <- the lower triangle of L' L.
void lower_gram_in_place(Matrix& l);

/// X <- X T^-1 with X and T lower triangular.
void divide_by_lower_in_place(Matrix& x, const Matrix& t);

/// A <- T with A = T' T, T lower triangular: the factorisation that begins at the last row instead of the first. A is given
/// by its lower triangle. False if A is not positive definite.
[[nodiscard]] bool reverse_cholesky_in_place(Matrix& a);

}  // namespace lehr

#pragma once

#include <lehr/linalg/types.hpp>
#include <lehr/sites/approximation.hpp>

namespace lehr {

/// Turns independent standard normals into draws of N(0, Sigma), Sigma = (K^-1 + W)^-1, a column each, all in one pass
/// of matrix products. Matheron's rule: with u = L e1 ~ N(0, K), K = L L', and e2 ~ N(0, I),
///   z = u - K W^1/2 x,   x = B^-1 (W^1/2 u + e2),
/// where row i of the second term is (x - e2)_i / sqrt(w_i) with the first dropped: z = W^-1/2 (x - e2), 3 n^2 flops a
/// draw. Rows whose w is too small for that take the first form. On return `e1` holds the draws and `e2` is used up.
void draw_from_sites(const Matrix& covariance, const SitePosterior& posterior, const Matrix& prior_factor, Matrix& e1,
                     Matrix& e2);

}  // namespace lehr

#pragma once

#include <functional>

#include <lehr/priors/dense_prior.hpp>
#include <lehr/priors/site_factor.hpp>

// Draws of N(0, Sigma), Sigma = (K^-1 + W)^-1, by Matheron's rule: with u ~ N(0, K) and independent standard normals e,
//   z = u - K W^1/2 x,   x = B^-1 (W^1/2 u + e),   B = I + W^1/2 K W^1/2,
// where row i of the second term is (x - e)_i / sqrt(w_i) with the first dropped: z = W^-1/2 (x - e).
namespace lehr {

/// y <- B^-1 y, columns.
using SolveColumns = std::function<void(Matrix& y)>;

/// From W^1/2 and columns of u and of e: z, a draw in each column, and x. Rows of z whose w is 0 or next to it mean
/// nothing.
void draw_by_matheron(const Matrix& u, const Vector& root_precision, const Eigen::Ref<const Matrix>& e,
                      const SolveColumns& solve, Eigen::Ref<Matrix> z, Matrix& x);

/// Turns independent standard normals into draws, a column each, all in one pass of matrix products: u is the factor of
/// K times the upper half of the normals, e the lower. 3 n^2 flops a draw. Rows whose w is too small take the first
/// form. `factor` is that of B at `precision`; the prior is prepared for draws.
Matrix draw_under_sites(const DensePrior& prior, const Vector& precision, const SiteFactor<double>& factor,
                        const Matrix& normals);

}  // namespace lehr

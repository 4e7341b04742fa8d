#pragma once

#include <lehr/priors/dense_prior.hpp>
#include <lehr/priors/site_factor.hpp>

namespace lehr {

/// Turns independent standard normals into draws of N(0, Sigma), Sigma = (K^-1 + W)^-1, a column each, all in one pass
/// of matrix products. Matheron's rule: with e1 the upper half of the normals and e2 the lower, u = L e1 ~ N(0, K),
///   z = u - K W^1/2 x,   x = B^-1 (W^1/2 u + e2),
/// where row i of the second term is (x - e2)_i / sqrt(w_i) with the first dropped: z = W^-1/2 (x - e2), 3 n^2 flops a
/// draw. Rows whose w is too small for that take the first form. `factor` is that of B at `precision`.
Matrix draw_by_matheron(const DensePrior& prior, const Vector& precision, const SiteFactor<double>& factor,
                        const Matrix& normals);

}  // namespace lehr

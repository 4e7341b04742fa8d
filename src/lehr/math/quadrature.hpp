#pragma once

#include <span>
#include <vector>

namespace lehr {

struct QuadratureRule {
  std::vector<double> nodes;
  std::vector<double> weights;
};

/// Gauss-Legendre on [-1, 1]: sum_i weights[i] g(nodes[i]) is exact for polynomials of degree 2 points - 1.
QuadratureRule gauss_legendre(int points);

/// Gauss-Hermite for the standard normal: sum_i weights[i] g(nodes[i]) approximates E[g(X)], X ~ N(0, 1).
QuadratureRule gauss_hermite(int points);

}  // namespace lehr

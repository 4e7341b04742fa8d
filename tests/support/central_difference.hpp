#pragma once

namespace lehr::testing_support {

/// The derivative of g at x by the five-point central difference: error h^4 g^(5) / 30, and rounding of g over h.
template <class Function>
double central_difference(const Function& g, double x, double h) {
  return (8 * (g(x + h) - g(x - h)) - (g(x + 2 * h) - g(x - 2 * h))) / (12 * h);
}

}  // namespace lehr::testing_support

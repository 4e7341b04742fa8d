#pragma once

#include <lehr/linalg/types.hpp>

namespace lehr {

/// A Gaussian approximation of the posterior given by one factor per row:
///   q(f) proportional to N(f | 0, K) * prod_i exp(shift_i f_i - precision_i f_i^2 / 2).
/// ANY sites keep p(y | theta) = Zq E_q[exp h(f)], h(f) = sum_i log p(y_i | f_i) - shift_i f_i + precision_i f_i^2 / 2.
/// Every estimator is built on that identity, and the approximations differ only in the sites they choose.
struct Sites {
  Vector precision;  // w >= 0
  Vector shift;      // nu
};

}  // namespace lehr

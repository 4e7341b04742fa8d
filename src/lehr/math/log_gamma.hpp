#pragma once

#include <cmath>

namespace lehr {

/// log Gamma(x) for x > 0. std::lgamma also writes the sign into a global variable, which threads would race for.
inline double log_gamma(double x) {
  int sign = 0;
  return lgamma_r(x, &sign);
}

}  // namespace lehr

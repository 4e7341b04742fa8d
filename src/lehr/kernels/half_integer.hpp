#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <span>

#include <lehr/math/vector_functions.hpp>

namespace lehr::kernels {

/// values[i] <- factor(a) exp(-a), a = scale * sqrt(values[i]): the common shape of the Matern kernels of half-integer
/// order and of their slopes.
template <class Factor>
void times_exponential(std::span<double> values, double scale, Factor factor) {
  std::array<double, 256> decay;
  for (std::size_t begin = 0; begin < values.size(); begin += decay.size()) {
    const std::size_t count = std::min(decay.size(), values.size() - begin);
    double* const value = values.data() + begin;
    for (std::size_t i = 0; i < count; ++i) {
      value[i] = scale * std::sqrt(value[i]);
      decay[i] = -value[i];
    }
    exp_in_place(std::span(decay.data(), count));
    for (std::size_t i = 0; i < count; ++i) value[i] = factor(value[i]) * decay[i];
  }
}

}  // namespace lehr::kernels

#pragma once

#include <algorithm>
#include <cstddef>
#include <span>

#include <lehr/random/stream.hpp>

namespace lehr {

/// Uniform on the open interval (0, 1): never 0, never 1, so that its logarithm and its quantiles are finite.
inline double draw_uniform(Stream& stream) { return (static_cast<double>(stream() >> 12U) + 0.5) * 0x1p-52; }

/// One of 0, …, count - 1, each as likely as the others.
inline std::size_t draw_index(std::size_t count, Stream& stream) {
  return std::min(count - 1, static_cast<std::size_t>(draw_uniform(stream) * static_cast<double>(count)));
}

/// One draw of N(0, 1).
double draw_normal(Stream& stream);

/// Independent draws of N(0, 1).
void fill_normal(Stream& stream, std::span<double> out);

/// log x for one draw x of Gamma(shape, rate 1); the logarithm stays finite where x underflows.
double draw_log_gamma(Stream& stream, double shape);

}  // namespace lehr

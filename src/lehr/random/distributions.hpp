#pragma once

#include <span>

#include <lehr/random/stream.hpp>

namespace lehr {

/// Uniform on the open interval (0, 1): never 0, never 1, so that its logarithm and its quantiles are finite.
inline double draw_uniform(Stream& stream) { return (static_cast<double>(stream() >> 12U) + 0.5) * 0x1p-52; }

/// One draw of N(0, 1).
double draw_normal(Stream& stream);

/// Independent draws of N(0, 1).
void fill_normal(Stream& stream, std::span<double> out);

/// log x for one draw x of Gamma(shape, rate 1); the logarithm stays finite where x underflows.
double draw_log_gamma(Stream& stream, double shape);

}  // namespace lehr

#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "lehr/math/coefficients.hpp"

// Elementary functions as straight lines of arithmetic and selections, so that a loop over an array of them becomes
// vector code without -ffast-math, on AVX2 as on AVX-512. Hence no calls, no branches, no signed 64-bit shifts and no
// conversions between integers and doubles: integers sit in the low bits of a double near 2^52.
namespace lehr {

constexpr std::size_t kLane = 8;  // the widest vector of doubles

/// condition ? yes : no, with both computed. GCC moves the work for one side of `?:` behind a branch, and then will not
/// vectorise the loop, as arithmetic may trap.
inline double choose(bool condition, double yes, double no) {
  const std::uint64_t mask = std::uint64_t{0} - static_cast<std::uint64_t>(condition);
  return std::bit_cast<double>((std::bit_cast<std::uint64_t>(yes) & mask) | (std::bit_cast<std::uint64_t>(no) & ~mask));
}

/// x^Degree for a power of two, by squaring.
template <std::size_t Degree>
constexpr double power(double x) {
  if constexpr (Degree == 1) {
    return x;
  } else {
    const double root = power<Degree / 2>(x);
    return root * root;
  }
}

/// sum_i coefficients[First + i] x^i for i < Count, by halves (Estrin): a short chain of dependent steps.
template <std::size_t First, std::size_t Count, std::size_t Size>
constexpr double polynomial_part(const std::array<double, Size>& coefficients, double x) {
  if constexpr (Count == 1) {
    return coefficients[First];
  } else {
    constexpr std::size_t low = std::bit_floor(Count - 1);
    return polynomial_part<First, low>(coefficients, x) +
           power<low>(x) * polynomial_part<First + low, Count - low>(coefficients, x);
  }
}

template <std::size_t Size>
constexpr double polynomial(const std::array<double, Size>& coefficients, double x) {
  return polynomial_part<0, Size>(coefficients, x);
}

/// exp(x) = value 2^k in parts: x = k log 2 + r, |r| <= log(2) / 2, value = exp(r + correction) = 1 + r + r^2 p(r).
struct ExpParts {
  double value;
  std::uint64_t exponent;  // k modulo 2^12, below bits to be shifted out
};

inline ExpParts exp_parts(double x, double correction = 0) {
  constexpr double rounder = 0x1.8p52;                // adding it rounds to an integer, held in the low bits
  constexpr double log_2_high = 0x1.62e42fefa38p-1;   // 41 bits: its product with k is exact
  constexpr double log_2_low = 0x1.ef35793c7673p-45;  // log 2 - log_2_high
  const double shifted = x * 0x1.71547652b82fep0 + rounder;
  const double k = shifted - rounder;
  const double r = ((x - k * log_2_high) - k * log_2_low) + correction;
  return {1 + (r + (r * r) * polynomial(kExpTail, r)), std::bit_cast<std::uint64_t>(shifted)};
}

/// exp(x): 0 when x < -708, infinity when the result is too large for a double; a NaN passes. Relative error below
/// 4e-16.
inline double exp_block(double x) {
  const auto [value, exponent] = exp_parts(choose(x > 710.0, 710.0, x));  // exp(710) overflows below, as it should
  // 2^(k-1), so that k = 1024 has a scale; the missing factor goes to `value`, so that nothing here is ever denormal.
  const double scale = std::bit_cast<double>((exponent + 1022) << 52);
  return choose(x < -708.0, 0.0, (value + value) * scale);
}

/// exp(x + correction) for x <= 0, |correction| < 1e-3; otherwise as above.
inline double exp_of_negative_block(double x, double correction) {
  const auto [value, exponent] = exp_parts(x, correction);
  return choose(x < -708.0, 0.0, value * std::bit_cast<double>((exponent + 1023) << 52));
}

/// log(x) for normal x > 0; anything else gives a meaningless number. Relative error below 1e-15, also near 1.
/// x = 2^k m, m in [sqrt(1/2), sqrt(2)), f = m - 1, s = f / (2 + f), log(1 + f) = 2 atanh(s).
inline double log_block(double x) {
  constexpr std::uint64_t root_half = 0x3fe6a09e667f3bcd;  // the bits of sqrt(1/2)
  constexpr std::uint64_t exponent_mask = 0x7ffULL << 52;
  constexpr std::uint64_t bias = 1023ULL << 52;               // keeps the exponent positive
  constexpr std::uint64_t integer_base = 0x4330000000000000;  // the bits of 2^52
  const std::uint64_t bits = std::bit_cast<std::uint64_t>(x);
  const std::uint64_t biased = (bits - root_half + bias) & exponent_mask;  // (k + 1023) 2^52
  const double k = std::bit_cast<double>((biased >> 52) | integer_base) - (0x1p52 + 1023);
  const double f = std::bit_cast<double>(bits - biased + bias) - 1;
  const double s = f / (2 + f);
  const double z = s * s;
  const double log_m = 2 * s + s * z * polynomial(kLogTail, z);
  return k * 0x1.62e42fefa39efp-1 + log_m;
}

}  // namespace lehr

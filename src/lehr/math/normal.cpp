#include "lehr/math/normal.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "lehr/math/vector_blocks.hpp"

// Everything rests on the ratio R(a) = (1 - Phi(a)) / exp(-a^2 / 2), a >= 0, which is smooth and falls like 1 / a: with
// w = 1 / (a + 4), R / w is a polynomial in u = 1 - 8 w on [-1, 1], for all a up to infinity. Then
//   log Phi(-a) = -a^2 / 2 + log R(a),   log Phi(a) = log1p(-exp(-a^2 / 2) R(a)).
namespace lehr {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kRootTwoPi = 0x1.40d931ff62705p+1;
constexpr double kInverseRootTwoPi = 0x1.9884533d43651p-2;
constexpr double kLogTwo = 0x1.62e42fefa39efp-1;
constexpr double kFarTail = 1e8;  // beyond it log R is lost in a^2 / 2, and infinity would make u a NaN

struct TailVariable {
  double w;  // 1 / (a + 4)
  double u;  // (a - 4) / (a + 4)
};

inline TailVariable tail_variable(double a) {
  const double w = 1 / (a + kTailShift);
  return {w, 1 - 2 * kTailShift * w};
}

inline double tail_ratio(double a) {
  const TailVariable v = tail_variable(a);
  return v.w * polynomial(kTailRatio, v.u);
}

/// exp(-a^2 / 2) for 0 <= a <= 1e8; 0 below 1e-308. The square is split in an exact part and a small one: its rounding
/// alone would cost 1e-13 at a = 37.
inline double exp_half_square(double a) {
  const double head = std::bit_cast<double>(std::bit_cast<std::uint64_t>(a) & ~0x7ffffffULL);  // 26 bits
  return exp_of_negative_block(-0.5 * head * head, -0.5 * (a - head) * (a + head));
}

inline double distance_from_zero(double x) {
  const double a = std::fabs(x);
  return choose(a < kFarTail, a, kFarTail);
}

/// log Phi(x) = log(argument) + addend; both tails share the logarithm.
struct LogParts {
  double argument;
  double addend;
};

inline LogParts log_parts(double x, double ratio) {
  const double upper_tail = exp_half_square(distance_from_zero(x)) * ratio;  // 1 - Phi(a)
  const double rounded = 1 - upper_tail;
  // What rounding lost, exactly. To add it to the logarithm, undivided by 1 - upper_tail, errs by 1e-16 upper_tail.
  const double lost = (1 - rounded) - upper_tail;
  const bool left = !(x >= 0);  // a NaN goes left, where x * x passes it on
  return {choose(left, ratio, rounded), choose(left, -0.5 * x * x, lost)};
}

/// One x at a time a branch is cheaper than both sides: the left needs no exponential.
inline double log_normal_cdf_of_one(double x) {
  const double ratio = tail_ratio(distance_from_zero(x));
  if (x < 0) return log_block(ratio) + -0.5 * x * x;
  const LogParts parts = log_parts(x, ratio);
  return log_block(parts.argument) + parts.addend;
}

constexpr std::size_t kChunk = 512;  // 8 kB of stack, which stay in the nearest cache

struct Chunk {
  std::array<double, kChunk> x;
  std::array<double, kChunk> argument;
};

/// x <- log Phi(x) in three passes: each is short enough for the processor to overlap its elements.
void log_normal_cdf_chunk(Chunk& chunk, std::size_t count) {
  double* const x = chunk.x.data();
  double* const argument = chunk.argument.data();
  for (std::size_t i = 0; i < count; ++i) argument[i] = tail_ratio(distance_from_zero(x[i]));
  for (std::size_t i = 0; i < count; ++i) {
    const LogParts parts = log_parts(x[i], argument[i]);
    argument[i] = parts.argument;
    x[i] = parts.addend;
  }
  for (std::size_t i = 0; i < count; ++i) x[i] += log_block(argument[i]);
}

}  // namespace

double normal_cdf(double x) {
  const double a = distance_from_zero(x);
  const double upper_tail = exp_half_square(a) * tail_ratio(a);
  if (std::isnan(x)) return x;
  return x < 0 ? upper_tail : 1 - upper_tail;
}

double log_normal_cdf(double x) { return log_normal_cdf_of_one(x); }

// Through a local buffer: `out` may be `x`, and the compiler need not prove that they do not overlap. Padding sends the
// last elements the same way as all others, so that a result does not depend on its place in the array.
void log_normal_cdf(std::span<const double> x, std::span<double> out) {
  Chunk chunk;  // not initialised: a short call should not pay for all of it
  for (std::size_t begin = 0; begin < x.size(); begin += kChunk) {
    const std::size_t size = std::min(kChunk, x.size() - begin);
    std::copy_n(x.data() + begin, size, chunk.x.data());
    const std::size_t padded = (size + kLane - 1) / kLane * kLane;
    std::fill(chunk.x.begin() + size, chunk.x.begin() + padded, 0.0);
    log_normal_cdf_chunk(chunk, padded);
    std::copy_n(chunk.x.data(), size, out.data() + begin);
  }
}

// On the left, x + r and (x + r)(x + 2 r) - 1 cancel as 1 / a^2 and 2 / a^4, so the excess d = r - a and the third
// derivative have polynomials of their own there. On the right nothing cancels; r is denormal or zero from x = 37.6 on,
// and relative accuracy ends where the results are no longer normal numbers.
LogNormalCdf log_normal_cdf_derivatives(double x) {
  const double value = log_normal_cdf_of_one(x);
  if (std::isnan(x)) return {x, x, x, x};
  if (x < 0) {
    const double a = -x;
    const auto [w, u] = tail_variable(a);
    if (!(w > 0)) return {value, a, -1, 0};
    const double excess = w * polynomial(kExcess, u);
    const double first = a + excess;
    return {value, first, -first * excess, w * w * w * polynomial(kThird, u)};
  }
  const double a = distance_from_zero(x);
  const double exponential = exp_half_square(a);
  const double first = kInverseRootTwoPi * exponential / (1 - exponential * tail_ratio(a));
  const double sum = a + first;
  return {value, first, -first * sum, first * (sum * (sum + first) - 1)};
}

// By symmetry only the left half is solved: for x = -a, log Phi(-a) = log_tail <= -log 2. A polynomial in s = sqrt(-2
// log_tail) gives a to 3e-5 (s <= 40; beyond, the tail's leading terms to 1e-3 / s); one step of Householder's method
// of order four then reaches rounding error. Its derivatives scale a correction, so their cancellation far out does no
// harm.
namespace {

/// s - a by the polynomial.
inline double quantile_gap(double s) {
  return polynomial(kQuantileStart, (s - kQuantileStartShift) / (s + kQuantileStartShift));
}

/// The step to x from -a.
inline double finish_quantile(double log_tail, double a) {
  const double ratio = tail_ratio(a);
  const double mills = kRootTwoPi * ratio;
  const double first = 1 / mills;  // derivatives of log Phi at -a
  const double excess = first - a;
  const double second = -first * excess;
  const double third = first * (excess * (a + 2 * excess) - 1);
  const double newton = ((log_tail + 0.5 * a * a) - log_block(ratio)) * mills;
  // With q = second / first, t = third / first and h = newton: h (1 + h q / 2) / (1 + h q + h^2 t / 6).
  const double bend = newton * second * mills;
  const double twist = newton * newton * third * mills;
  return newton * (1 + bend / 2) / (1 + bend + twist / 6) - a;
}

}  // namespace

double normal_quantile_of_log(double log_p) {
  if (!(log_p < 0)) return log_p >= 0 ? kInfinity : log_p;
  if (log_p == -kInfinity) return -kInfinity;
  const bool left = log_p < -kLogTwo;
  const double log_tail = left ? log_p : std::log(-std::expm1(log_p));
  const double s = std::sqrt(-2 * log_tail);
  const double gap = s < kQuantileStartTop ? quantile_gap(s) : (std::log(s) - std::log(kInverseRootTwoPi)) / s;
  if (s > 1e7) return gap - s;  // exact to rounding, and the squares in the last step could overflow
  const double x = finish_quantile(log_tail, std::max(s - gap, 0.0));
  return left ? x : -x;
}

// Most values lie where the polynomial is good and 1 - exp(log_p) cancels little; the others go one at a time.
void normal_quantiles_of_log(std::span<const double> log_p, std::span<double> out) {
  constexpr double kHighest = -0.01;
  constexpr double kLowest = -0.5 * kQuantileStartTop * kQuantileStartTop * 0.999;
  Chunk chunk;
  double* const log_tail = chunk.argument.data();
  double* const x = chunk.x.data();
  for (std::size_t begin = 0; begin < log_p.size(); begin += kChunk) {
    const std::size_t size = std::min(kChunk, log_p.size() - begin);
    std::copy_n(log_p.data() + begin, size, x);
    const std::size_t padded = (size + kLane - 1) / kLane * kLane;
    std::fill(x + size, x + padded, -1.0);
    for (std::size_t i = 0; i < padded; ++i) {
      const double ordinary = choose(x[i] < kHighest, choose(x[i] > kLowest, x[i], kLowest), kHighest);
      log_tail[i] = choose(ordinary < -kLogTwo, ordinary, log_block(1 - exp_block(ordinary)));
    }
    for (std::size_t i = 0; i < padded; ++i) {
      const double s = std::sqrt(-2 * log_tail[i]);
      const double a = s - quantile_gap(s);
      const double found = finish_quantile(log_tail[i], choose(a > 0, a, 0.0));
      x[i] = choose(x[i] < -kLogTwo, found, -found);
    }
    for (std::size_t i = 0; i < size; ++i) {
      const double value = log_p[begin + i];
      out[begin + i] = value > kLowest && value < kHighest ? x[i] : normal_quantile_of_log(value);
    }
  }
}

}  // namespace lehr

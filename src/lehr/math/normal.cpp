#include "lehr/math/normal.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "lehr/math/vector_blocks.hpp"

// Everything rests on the Mills ratio M(a) = (1 - Phi(a)) / N(a), a >= 0, which is smooth and falls like 1 / a: with
// w = 1 / (a + 4), M / w is a polynomial in u = 1 - 8 w on [-1, 1], for all a up to infinity. Then
//   log Phi(-a) = -a^2 / 2 + log(M(a) / sqrt(2 pi)),   log Phi(a) = log1p(-N(a) M(a)).
namespace lehr {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kInverseRootTwoPi = 0x1.9884533d43651p-2;  // 1 / sqrt(2 pi)
constexpr double kLogTwo = 0x1.62e42fefa39efp-1;
constexpr double kFarTail = 1e8;  // beyond it log M is lost in a^2 / 2, and infinity would make u a NaN

struct MillsVariable {
  double w;  // 1 / (a + 4)
  double u;  // (a - 4) / (a + 4)
};

inline MillsVariable mills_variable(double a) {
  const double w = 1 / (a + kMillsShift);
  return {w, 1 - 2 * kMillsShift * w};
}

inline double mills_ratio(double a) {
  const MillsVariable v = mills_variable(a);
  return v.w * polynomial(kMills, v.u);
}

/// exp(-a^2 / 2) for 0 <= a <= 1e8; 0 below 1e-308. The square is split in an exact part and a small one: its rounding
/// alone would cost 1e-13 at a = 37.
inline double exp_half_square(double a) {
  const double head = std::bit_cast<double>(std::bit_cast<std::uint64_t>(a) & ~0x7ffffffULL);  // 26 bits
  return exp_block(-0.5 * head * head, -0.5 * (a - head) * (a + head));
}

inline double distance_from_zero(double x) {
  const double a = std::fabs(x);
  return choose(a < kFarTail, a, kFarTail);
}

/// log Phi(x) in one straight line: both tails are computed as far as the logarithm, which they share.
inline double log_normal_cdf_block(double x) {
  const double a = distance_from_zero(x);
  const double density_ratio = kInverseRootTwoPi * mills_ratio(a);
  const double upper_tail = exp_half_square(a) * density_ratio;  // 1 - Phi(a)
  const double rounded = 1 - upper_tail;
  const double lost = (1 - rounded) - upper_tail;  // exact: rounded + lost = 1 - upper_tail
  const bool left = !(x >= 0);                     // a NaN goes left, where x * x passes it on
  const double log_part = log_block(choose(left, density_ratio, rounded), choose(left, 0.0, lost));
  return choose(left, log_part - 0.5 * x * x, log_part);
}

constexpr std::size_t kLane = 8;     // the widest vector of doubles
constexpr std::size_t kChunk = 256;  // 2 kB on the stack

void log_normal_cdf_lanes(double* x, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) x[i] = log_normal_cdf_block(x[i]);
}

}  // namespace

double normal_cdf(double x) {
  const double a = distance_from_zero(x);
  const double upper_tail = exp_half_square(a) * kInverseRootTwoPi * mills_ratio(a);
  if (std::isnan(x)) return x;
  return x < 0 ? upper_tail : 1 - upper_tail;
}

double log_normal_cdf(double x) { return log_normal_cdf_block(x); }

// Through a local buffer: `out` may be `x`, the compiler need not prove that they do not overlap, and the padding sends
// the last elements the same way as all others, so that a result does not depend on its place in the array.
void log_normal_cdf(std::span<const double> x, std::span<double> out) {
  std::array<double, kChunk> chunk{};
  for (std::size_t begin = 0; begin < x.size(); begin += kChunk) {
    const std::size_t size = std::min(kChunk, x.size() - begin);
    std::copy_n(x.data() + begin, size, chunk.data());
    log_normal_cdf_lanes(chunk.data(), (size + kLane - 1) / kLane * kLane);
    std::copy_n(chunk.data(), size, out.data() + begin);
  }
}

// On the left, x + r and (x + r)(x + 2 r) - 1 cancel as 1 / a^2 and 2 / a^4, so the excess d = r - a and the third
// derivative have polynomials of their own there. On the right nothing cancels; r is denormal or zero from x = 37.6 on,
// and relative accuracy ends where the results are no longer normal numbers.
LogNormalCdf log_normal_cdf_derivatives(double x) {
  const double value = log_normal_cdf_block(x);
  if (std::isnan(x)) return {x, x, x, x};
  if (x < 0) {
    const double a = -x;
    const auto [w, u] = mills_variable(a);
    if (!(w > 0)) return {value, a, -1, 0};
    const double excess = w * polynomial(kExcess, u);
    const double first = a + excess;
    return {value, first, -first * excess, w * w * w * polynomial(kThird, u)};
  }
  const double a = distance_from_zero(x);
  const double density = kInverseRootTwoPi * exp_half_square(a);
  const double first = density / (1 - density * mills_ratio(a));
  const double sum = a + first;
  return {value, first, -first * sum, first * (sum * (sum + first) - 1)};
}

// By symmetry only the left half is solved: for x = -a, log Phi(-a) = log_tail <= -log 2. A polynomial in s = sqrt(-2
// log_tail) gives a to 3e-5 (s <= 40; beyond, the tail's leading terms to 1e-3 / s); one step of Householder's method
// of order four then reaches rounding error. Its derivatives scale a correction, so their cancellation far out does no
// harm.
double normal_quantile_of_log(double log_p) {
  if (!(log_p < 0)) return log_p >= 0 ? kInfinity : log_p;
  if (log_p == -kInfinity) return -kInfinity;
  const bool left = log_p < -kLogTwo;
  const double log_tail = left ? log_p : std::log(-std::expm1(log_p));
  const double s = std::sqrt(-2 * log_tail);
  const double gap = s < kQuantileStartTop
                         ? polynomial(kQuantileStart, (s - kQuantileStartShift) / (s + kQuantileStartShift))
                         : (std::log(s) - std::log(kInverseRootTwoPi)) / s;
  const double a = std::max(s - gap, 0.0);
  const double mills = mills_ratio(a);
  const double first = 1 / mills;  // derivatives of log Phi at -a
  const double excess = first - a;
  const double second = -first * excess;
  const double third = first * (excess * (a + 2 * excess) - 1);
  const double newton = ((log_tail + 0.5 * a * a) - log_block(kInverseRootTwoPi * mills)) * mills;
  // With q = second / first, t = third / first and h = newton: h (1 + h q / 2) / (1 + h q + h^2 t / 6).
  const double bend = newton * second * mills;
  const double twist = newton * newton * third * mills;
  const double x = newton * (1 + bend / 2) / (1 + bend + twist / 6) - a;
  return left ? x : -x;
}

}  // namespace lehr

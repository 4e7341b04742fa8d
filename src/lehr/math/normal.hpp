#pragma once

#include <span>

// The standard normal distribution, accurate in both tails. Phi is its distribution function.
namespace lehr {

inline constexpr double kHalfLogTwoPi = 0.91893853320467274;

double normal_cdf(double x);

/// log Phi(x), relative error below 1e-13 for |x| <= 1e3.
double log_normal_cdf(double x);

/// out[i] <- log Phi(x[i]); the same accuracy, several times faster than one at a time. `out` may be `x`.
void log_normal_cdf(std::span<const double> x, std::span<double> out);

/// log Phi and its first three derivatives, each with relative error below 1e-13 for |x| <= 1e3. Beyond
/// x = 37.6, where r is no longer a normal number, they fade to zero without that accuracy.
struct LogNormalCdf {
  double value;   // log Phi(x)
  double first;   // r = N(x) / Phi(x), the inverse Mills ratio
  double second;  // -r (x + r), in (-1, 0)
  double third;   // r ((x + r)(x + 2 r) - 1)
};
LogNormalCdf log_normal_cdf_derivatives(double x);

/// The x with log Phi(x) = log_p, for log_p < 0: relative error of log_p below 1e-13, or x within an ulp where
/// neighbouring doubles are further apart than that (x > 30). Infinity for log_p >= 0. About 50 ns.
double normal_quantile_of_log(double log_p);

/// out[i] <- the x with log Phi(x) = log_p[i]; the same accuracy, several times faster than one at a time. `out` may be
/// `log_p`.
void normal_quantiles_of_log(std::span<const double> log_p, std::span<double> out);

}  // namespace lehr

#include <lehr/math/gamma_distribution.hpp>

#include <cmath>

#include <boost/math/special_functions/gamma.hpp>

#include <lehr/math/log_gamma.hpp>

namespace lehr {
namespace {

/// Below it, P(X <= x) = x^shape / Gamma(shape + 1) to all digits.
constexpr double kTiny = 1e-200;

}  // namespace

double log_gamma_cdf(double shape, double l) {
  const double x = std::exp(l);
  if (x < kTiny) return std::exp(shape * l - log_gamma(shape + 1));
  return std::isinf(x) ? 1 : boost::math::gamma_p(shape, x);
}

double log_gamma_quantile(double shape, double probability) {
  const double of_tiny = (std::log(probability) + log_gamma(shape + 1)) / shape;
  if (of_tiny < std::log(kTiny)) return of_tiny;
  return std::log(boost::math::gamma_p_inv(shape, probability));
}

}  // namespace lehr

#include <lehr/random/distributions.hpp>

#include <cmath>

#include <boost/random/gamma_distribution.hpp>
#include <boost/random/normal_distribution.hpp>

namespace lehr {

double draw_normal(Stream& stream) { return boost::random::normal_distribution<double>()(stream); }

void fill_normal(Stream& stream, std::span<double> out) {
  boost::random::normal_distribution<double> normal;
  for (double& value : out) value = normal(stream);
}

double draw_log_gamma(Stream& stream, double shape) {
  // x = y u^(1/shape) with y ~ Gamma(shape + 1): the power is taken in the logarithm.
  const double larger = boost::random::gamma_distribution<double>(shape + 1)(stream);
  return std::log(larger) + std::log(draw_uniform(stream)) / shape;
}

}  // namespace lehr

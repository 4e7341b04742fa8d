#include <lehr/random/distributions.hpp>

#include <boost/random/normal_distribution.hpp>

namespace lehr {

double draw_normal(Stream& stream) { return boost::random::normal_distribution<double>()(stream); }

void fill_normal(Stream& stream, std::span<double> out) {
  boost::random::normal_distribution<double> normal;
  for (double& value : out) value = normal(stream);
}

}  // namespace lehr

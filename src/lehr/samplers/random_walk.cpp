#include <lehr/samplers/random_walk.hpp>

#include <cmath>
#include <cstddef>

#include <lehr/random/distributions.hpp>

namespace lehr {

double RandomWalk::log_volume() const {
  return static_cast<double>(factor.rows()) * std::log(scale) + factor.diagonal().array().log().sum();
}

std::vector<double> RandomWalk::step(std::span<const double> log_theta, Stream& stream) const {
  const auto p = static_cast<Index>(log_theta.size());
  Vector noise(p);
  fill_normal(stream, {noise.data(), log_theta.size()});
  const Vector move = factor.triangularView<Eigen::Lower>() * noise;
  std::vector<double> result(log_theta.begin(), log_theta.end());
  for (Index k = 0; k < p; ++k) result[static_cast<std::size_t>(k)] += scale * move(k);
  return result;
}

}  // namespace lehr

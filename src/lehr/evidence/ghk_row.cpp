#include <lehr/evidence/ghk_row.hpp>

#include <algorithm>
#include <array>
#include <cmath>

#include <lehr/math/normal.hpp>
#include <lehr/math/vector_functions.hpp>
#include <lehr/random/distributions.hpp>

namespace lehr {

void GhkRow::draw(std::span<const double> means, std::span<const double> log_numbers, std::span<double> log_weights,
                  std::span<double> values) const {
  const double w = precision;
  const double nu = shift;
  const double v = variance;
  const double b = std::max(1 - w * v, 1e-300);
  const double sd = std::sqrt(v / b + noise);
  const double half_log_b = 0.5 * std::log(b);
  std::array<double, kMostParticles> standard;  // y mc / sd
  std::array<double, kMostParticles> log_mass;
  std::array<double, kMostParticles> quantile;
  const std::size_t count = means.size();
  const std::span<double> q(quantile.data(), count);
  for (std::size_t p = 0; p < count; ++p) standard[p] = y * (means[p] - v * nu) / (b * sd);
  log_normal_cdf(std::span<const double>(standard.data(), count), std::span(log_mass.data(), count));
  // With u uniform and x the u Phi(s) quantile, s - x > 0 is a standard normal about s truncated to positive values.
  for (std::size_t p = 0; p < count; ++p) q[p] = log_numbers[p] + log_mass[p];
  normal_quantiles_of_log(q, q);
  for (std::size_t p = 0; p < count; ++p) {
    const double m = means[p];
    log_weights[p] += log_mass[p] - half_log_b + (w * m * m - 2 * nu * m + v * nu * nu) / (2 * b);
    values[p] = y * sd * std::max(standard[p] - q[p], 0.0);
  }
}

Matrix log_uniforms(std::span<const ParticleKey> keys, Index rows) {
  Matrix result(static_cast<Index>(keys.size()), rows);
  for (std::size_t p = 0; p < keys.size(); ++p) {
    Stream stream(keys[p].stream(Purpose::particle_draws));
    for (double& number : result.row(static_cast<Index>(p))) number = draw_uniform(stream);
  }
  log_in_place({result.data(), static_cast<std::size_t>(result.size())});
  return result;
}

}  // namespace lehr

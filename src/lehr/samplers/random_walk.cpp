#include <lehr/samplers/random_walk.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>

#include <lehr/base/errors.hpp>
#include <lehr/linalg/cholesky.hpp>
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

Matrix shape_factor(const std::vector<std::vector<double>>& points) {
  const auto p = static_cast<Index>(points.front().size());
  const auto n = static_cast<double>(points.size());
  Vector mean = Vector::Zero(p);
  for (const auto& point : points) mean += Eigen::Map<const Vector>(point.data(), p) / n;
  Matrix covariance = Matrix::Zero(p, p);
  for (const auto& point : points) {
    const Vector centred = Eigen::Map<const Vector>(point.data(), p) - mean;
    covariance += centred * centred.transpose() / n;
  }
  // As many points as parameters know nothing of the correlations: mix in the identity with the weight of p + 1 points.
  const double weight = static_cast<double>(p + 1) / (n + static_cast<double>(p + 1));
  const double size = std::max(covariance.trace() / static_cast<double>(p), 1e-6);
  covariance = (1 - weight) * covariance;
  covariance.diagonal().array() += weight * size;
  if (!cholesky_in_place<double>(covariance)) throw RunError("warm-up left no finite covariance of the parameters");
  return covariance;
}

}  // namespace lehr

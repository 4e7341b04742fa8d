#include <lehr/posterior/t_mixture.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <numeric>

#include <Eigen/Dense>

#include <lehr/linalg/cholesky.hpp>
#include <lehr/math/log_gamma.hpp>
#include <lehr/math/log_sum_exp.hpp>
#include <lehr/random/distributions.hpp>

namespace lehr {
namespace {

// Glass, 400 estimates: effective 366 with 2 parameters, 249 with 10; with 20 or 5 degrees of freedom within 10 % of
// it.
constexpr double kFreedom = 10;
constexpr double kWideFreedom = 4;
constexpr double kWideScale = 1.8;  // of the points' own width
constexpr double kWideShare = 0.1;

constexpr std::size_t kPointsForTwo = 100;  // for each coordinate: two parts learned from fewer are too narrow
constexpr std::size_t kMostPoints = 2000;
constexpr int kRounds = 40;  // of expectation and maximisation

using Points = std::vector<Vector>;

/// The lower factor of the points' covariance. As many points as coordinates know nothing of correlations: these shrink
/// by the weight of p + 1 points, the variances stay.
Matrix shape_of(const Points& points, const Vector& mean) {
  const auto count = static_cast<double>(points.size());
  const Index p = mean.size();
  Matrix covariance = Matrix::Zero(p, p);
  for (const Vector& point : points) covariance += (point - mean) * (point - mean).transpose() / count;
  constexpr double kLeastVariance = 1e-12;
  const Vector variances = covariance.diagonal().cwiseMax(kLeastVariance);
  covariance *= count / (count + static_cast<double>(p + 1));
  covariance.diagonal() = variances;
  if (!cholesky_in_place<double>(covariance)) covariance = Matrix(variances.cwiseSqrt().asDiagonal());
  return covariance;
}

/// Spread evenly.
Points some_of(const std::vector<std::vector<double>>& points) {
  const std::size_t count = std::min(points.size(), kMostPoints);
  Points some;
  for (std::size_t i = 0; i < count; ++i) {
    const std::vector<double>& point = points[i * points.size() / count];
    some.emplace_back(Eigen::Map<const Vector>(point.data(), static_cast<Index>(point.size())));
  }
  return some;
}

/// The point nearest to a place, or the one that a share of the points is nearer than.
const Vector& point_at(const Points& points, const Vector& place, double share) {
  std::vector<std::size_t> order(points.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto squared = [&](std::size_t i) { return (points[i] - place).squaredNorm(); };
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return std::pair(squared(a), a) < std::pair(squared(b), b); });
  return points[order[static_cast<std::size_t>(share * static_cast<double>(points.size() - 1))]];
}

}  // namespace

double TMixture::Part::log_density(const Vector& point) const {
  const auto p = static_cast<double>(mean.size());
  const Vector z = factor.triangularView<Eigen::Lower>().solve(point - mean);
  return log_gamma(0.5 * (freedom + p)) - log_gamma(0.5 * freedom) - 0.5 * p * std::log(freedom * std::numbers::pi) -
         factor.diagonal().array().log().sum() - 0.5 * (freedom + p) * std::log1p(z.squaredNorm() / freedom);
}

TMixture::TMixture(const std::vector<std::vector<double>>& points) {
  const Points some = some_of(points);
  const Index p = some.front().size();
  Vector middle = Vector::Zero(p);
  for (const Vector& point : some) middle += point / static_cast<double>(some.size());
  const Matrix shape = shape_of(some, middle);
  const std::size_t count = points.size() >= kPointsForTwo * static_cast<std::size_t>(p) ? 2 : 1;
  for (std::size_t k = 0; k < count; ++k) {
    constexpr double kFar = 0.9;
    parts_.push_back({1.0 / static_cast<double>(count), kFreedom, point_at(some, middle, k == 0 ? 0 : kFar), shape});
  }

  // Expectation: how much of each point belongs to each part, less where it is far out. Maximisation, with the weight
  // of p + 1 points of the common shape, so that no part shrinks to nothing.
  const Matrix lower = shape.triangularView<Eigen::Lower>();
  const Matrix common = lower * lower.transpose();
  const double weight = static_cast<double>(p + 1);
  std::vector<double> logs(count);
  std::vector<std::vector<double>> belongs(count, std::vector<double>(some.size()));
  for (int round = 0; round < kRounds; ++round) {
    for (std::size_t i = 0; i < some.size(); ++i) {
      for (std::size_t k = 0; k < count; ++k) logs[k] = std::log(parts_[k].share) + parts_[k].log_density(some[i]);
      const double total = log_sum_exp(logs);
      for (std::size_t k = 0; k < count; ++k) belongs[k][i] = std::exp(logs[k] - total);
    }
    for (std::size_t k = 0; k < count; ++k) {
      Part& part = parts_[k];
      double mass = 0;
      double pulls = 0;
      Vector mean = Vector::Zero(p);
      std::vector<double> pull(some.size());
      for (std::size_t i = 0; i < some.size(); ++i) {
        const Vector z = part.factor.triangularView<Eigen::Lower>().solve(some[i] - part.mean);
        mass += belongs[k][i];
        pull[i] = belongs[k][i] * (kFreedom + static_cast<double>(p)) / (kFreedom + z.squaredNorm());
        pulls += pull[i];
        mean += pull[i] * some[i];
      }
      if (!(pulls > 0)) continue;
      mean /= pulls;
      Matrix spread = weight * common;
      for (std::size_t i = 0; i < some.size(); ++i) {
        const Vector difference = some[i] - mean;
        spread.noalias() += pull[i] * difference * difference.transpose();
      }
      spread /= mass + weight;
      if (!cholesky_in_place<double>(spread)) continue;
      part.mean = mean;
      part.factor = spread;
      part.share = (mass + 1) / static_cast<double>(some.size() + count);
    }
  }
  for (Part& part : parts_) part.share *= 1 - kWideShare;
  parts_.push_back({kWideShare, kWideFreedom, middle, kWideScale * shape});
}

double TMixture::log_density(std::span<const double> point) const {
  const Vector place = Eigen::Map<const Vector>(point.data(), static_cast<Index>(point.size()));
  std::vector<double> logs;
  for (const Part& part : parts_) logs.push_back(std::log(part.share) + part.log_density(place));
  return log_sum_exp(logs);
}

std::vector<double> TMixture::draw(Stream& stream) const {
  double left = draw_uniform(stream);
  std::size_t k = 0;
  while (k + 1 < parts_.size() && (left -= parts_[k].share) > 0) ++k;
  const Part& part = parts_[k];
  Vector z(part.mean.size());
  fill_normal(stream, {z.data(), static_cast<std::size_t>(z.size())});
  // A t is a normal over the root of a chi-square by its degrees of freedom, which is 2 Gamma(freedom / 2) / freedom.
  const double log_gamma_draw = draw_log_gamma(stream, 0.5 * part.freedom);
  z *= std::exp(-0.5 * (std::log(2 / part.freedom) + log_gamma_draw));
  const Vector point = part.mean + part.factor.triangularView<Eigen::Lower>() * z;
  return {point.data(), point.data() + point.size()};
}

}  // namespace lehr

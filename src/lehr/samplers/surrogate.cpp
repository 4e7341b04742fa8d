#include <lehr/samplers/surrogate.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>

#include <Eigen/Dense>

#include <lehr/linalg/cholesky.hpp>
#include <lehr/math/log_gamma.hpp>
#include <lehr/math/vector_functions.hpp>

namespace lehr {
namespace {

constexpr Index kPointsToTune = 600;  // of them, to choose its length-scale and noise by
constexpr Index kPiece = 256;         // points at a time: they stay in the first-level cache
constexpr double kTailFreedom = 4;    // degrees of freedom of the t-like fall-off
constexpr double kFloorShare = 0.03;  // of the mass of e
constexpr double kFloorScale = 2;     // its width, where the posterior has 1

/// exp(-|x_i - u|^2 / (2 l^2)), x_i the rows of `points`.
Vector rbf(const Matrix& points, const Eigen::Ref<const Vector>& u, double lengthscale) {
  const double factor = -0.5 / (lengthscale * lengthscale);
  Vector k = Vector::Zero(points.rows());
  for (Index j = 0; j < points.cols(); ++j) k.array() += (points.col(j).array() - u(j)).square() * factor;
  exp_in_place({k.data(), static_cast<std::size_t>(k.size())});
  return k;
}

/// Every (count / most)-th number below `count`, at most `most` of them.
std::vector<Index> spread(Index count, Index most) {
  const Index taken = std::min(count, most);
  std::vector<Index> indices;
  for (Index i = 0; i < taken; ++i) indices.push_back(i * count / taken);
  return indices;
}

struct ProcessFit {
  double log_likelihood = -std::numeric_limits<double>::infinity();
  Vector weights;
};

/// A zero-mean process with kernel amplitude (rbf + noise I): the amplitude by its closed-form maximum.
ProcessFit fit_process(const Matrix& points, const Vector& residual, double lengthscale, double noise) {
  const Index n = points.rows();
  Matrix k(n, n);
  for (Index j = 0; j < n; ++j) k.col(j) = rbf(points, points.row(j).transpose(), lengthscale);
  k.diagonal().array() += noise;
  if (!cholesky_in_place<double>(k)) return {};
  ProcessFit fit;
  fit.weights = residual;
  k.triangularView<Eigen::Lower>().solveInPlace(fit.weights);
  const double amplitude = fit.weights.squaredNorm() / static_cast<double>(n);
  fit.log_likelihood =
      -0.5 * static_cast<double>(n) * std::log(std::max(amplitude, 1e-300)) - k.diagonal().array().log().sum();
  k.transpose().triangularView<Eigen::Upper>().solveInPlace(fit.weights);
  return fit;
}

/// log of (1 + r^2 / v)^(-(v + p) / 2): a t density but for its constant.
double log_t(double squared_radius, double dimension) {
  return -0.5 * (kTailFreedom + dimension) * std::log1p(squared_radius / kTailFreedom);
}

/// The gradient of log_t at u is this times u.
double t_slope(double squared_radius, double dimension) {
  return -(kTailFreedom + dimension) / (kTailFreedom + squared_radius);
}

/// A t density of kFloorScale times the posterior's width, of mass kFloorShare where exp(-|u|^2 / 2) has 1.
double log_floor(double squared_radius, double p) {
  const double log_constant = log_gamma(0.5 * (kTailFreedom + p)) - log_gamma(0.5 * kTailFreedom) -
                              0.5 * p * std::log(0.5 * kTailFreedom * kFloorScale * kFloorScale);
  return std::log(kFloorShare) + log_constant + log_t(squared_radius / (kFloorScale * kFloorScale), p);
}

}  // namespace

bool Surrogate::learn(const Learned& learned) {
  const auto p = static_cast<Index>(learned.path.front().size());
  coordinates_ = Coordinates(learned.path);

  // The points that matter, best first; where they are too many, a share of them from the best to the worst.
  std::vector<EvaluatedPoint> points = learned.points;
  std::sort(points.begin(), points.end(), [](const auto& a, const auto& b) { return a.log_density > b.log_density; });
  const double best = points.front().log_density;
  const double worst = best - (12 + 2 * static_cast<double>(p));
  std::erase_if(points, [&](const EvaluatedPoint& point) { return !(point.log_density > worst); });
  const std::vector<Index> taken = spread(static_cast<Index>(points.size()), kMostPoints);
  const auto count = static_cast<Index>(taken.size());
  if (count < 2 * quadratic_term_count(p)) return false;

  Matrix u(count, p);
  Vector values(count);
  radius_ = 0;
  for (Index i = 0; i < count; ++i) {
    const EvaluatedPoint& point = points[static_cast<std::size_t>(taken[static_cast<std::size_t>(i)])];
    u.row(i) = coordinates_.to_u(point.log_theta).transpose();
    values(i) = point.log_density - best;
    radius_ = std::max(radius_, u.row(i).norm());
  }

  // Leave every fifth point out once to see how well the rest foretells it, where the posterior has its mass.
  std::vector<Index> kept;
  std::vector<Index> held;
  for (Index i = 0; i < count; ++i) (i % 5 == 2 ? held : kept).push_back(i);
  fit(u(kept, Eigen::all), values(kept));
  double sum = 0;
  double tested = 0;
  Point slope(p);
  for (const Index i : held) {
    if (values(i) < -3 - static_cast<double>(p)) continue;
    const double difference = inside(u.row(i).transpose(), slope) - values(i);
    sum += difference * difference;
    tested += 1;
  }
  error_ = tested > 0 ? std::sqrt(sum / tested) : std::numeric_limits<double>::infinity();
  fit(u, values);
  return true;
}

void Surrogate::fit(const Matrix& points, const Vector& values) {
  const Index count = points.rows();
  const Index terms = quadratic_term_count(points.cols());
  Matrix design(count, terms);
  for (Index i = 0; i < count; ++i) design.row(i) = quadratic_terms(points.row(i).transpose()).transpose();
  Matrix normal = design.transpose() * design;
  normal.diagonal().array() += 1e-8 * normal.trace() / static_cast<double>(terms);
  quadratic_ = normal.ldlt().solve(design.transpose() * values);
  const Vector residual = values - design * quadratic_;

  const std::vector<Index> some = spread(count, kPointsToTune);
  const Matrix some_points = points(some, Eigen::all);
  const Vector some_residuals = residual(some);
  const double dimension = std::sqrt(static_cast<double>(points.cols()));
  double best = -std::numeric_limits<double>::infinity();
  double best_noise = 0.1;
  for (const double relative : {0.5, 0.8, 1.2, 1.8, 2.7, 4.0}) {
    for (const double noise : {1e-4, 1e-3, 1e-2, 1e-1}) {
      const ProcessFit candidate = fit_process(some_points, some_residuals, relative * dimension, noise);
      if (candidate.log_likelihood > best) {
        best = candidate.log_likelihood;
        best_noise = noise;
        lengthscale_ = relative * dimension;
      }
    }
  }
  points_ = points;
  weights_ = fit_process(points, residual, lengthscale_, best_noise).weights;
  if (weights_.size() != count) weights_ = Vector::Zero(count);  // it broke down: the quadratic alone is left
}

double Surrogate::inside(const Point& u, Point& slope) const {
  const Index p = u.size();
  const double factor = -0.5 / (lengthscale_ * lengthscale_);
  double value = quadratic_(0);
  slope.setZero(p);
  alignas(64) std::array<double, kPiece> memory;
  for (Index begin = 0; begin < points_.rows(); begin += kPiece) {
    const Index count = std::min(kPiece, points_.rows() - begin);
    Eigen::Map<Eigen::ArrayXd> weighted(memory.data(), count);
    weighted.setZero();
    for (Index j = 0; j < p; ++j) {
      weighted += (points_.col(j).segment(begin, count).array() - u(j)).square() * factor;
    }
    exp_in_place({memory.data(), static_cast<std::size_t>(count)});
    weighted *= weights_.segment(begin, count).array();
    const double sum = weighted.sum();
    value += sum;
    for (Index j = 0; j < p; ++j) {
      slope(j) += (points_.col(j).segment(begin, count).array() * weighted).sum() - sum * u(j);
    }
  }
  slope *= -2 * factor;
  slope += quadratic_.segment(1, p);
  value += quadratic_.segment(1, p).dot(u);
  for (Index i = 0, k = 1 + p; i < p; ++i) {
    for (Index j = i; j < p; ++j, ++k) {
      value += quadratic_(k) * u(i) * u(j);
      slope(i) += quadratic_(k) * u(j);
      slope(j) += quadratic_(k) * u(i);
    }
  }
  return value;
}

double Surrogate::operator()(const Point& u, Point& slope) const {
  const double squared = u.squaredNorm();
  const double p = static_cast<double>(u.size());
  const double distance = std::sqrt(squared);
  double value = 0;
  if (distance <= radius_) {
    value = inside(u, slope);
  } else {
    // From the sphere outwards the direction stays and the t density falls.
    const Point direction = u / distance;
    value = inside(direction * radius_, slope) + log_t(squared, p) - log_t(radius_ * radius_, p);
    slope = (slope - direction * direction.dot(slope)) * (radius_ / distance) + t_slope(squared, p) * u;
  }
  const double floor = log_floor(squared, p);
  const double larger = std::max(value, floor);
  const double sum = larger + std::log1p(std::exp(std::min(value, floor) - larger));
  const double share = std::exp(value - sum);
  constexpr double kFloorSquare = kFloorScale * kFloorScale;
  slope = share * slope + ((1 - share) * t_slope(squared / kFloorSquare, p) / kFloorSquare) * u;
  return sum;
}

}  // namespace lehr

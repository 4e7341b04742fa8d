#include <lehr/samplers/surrogate.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include <Eigen/Dense>

#include <lehr/linalg/cholesky.hpp>
#include <lehr/math/vector_exp.hpp>

namespace lehr {
namespace {

constexpr std::size_t kMostPoints = 1000;  // of the Gaussian process: its cost per evaluation grows with them
constexpr double kTailFreedom = 4;         // degrees of freedom of the t-like fall-off

/// (1, u_1, …, u_p, u_i u_j for i <= j): the terms of a quadratic.
Vector quadratic_terms(const Eigen::Ref<const Vector>& u) {
  const Index p = u.size();
  Vector terms(1 + p + p * (p + 1) / 2);
  terms(0) = 1;
  terms.segment(1, p) = u;
  for (Index i = 0, k = 1 + p; i < p; ++i) {
    for (Index j = i; j < p; ++j) terms(k++) = u(i) * u(j);
  }
  return terms;
}

/// exp(-|a_i - b_j|^2 / (2 l^2)).
Vector rbf(const Matrix& points, const Eigen::Ref<const Vector>& u, double lengthscale) {
  Vector k = (points.colwise() - u).colwise().squaredNorm().transpose() * (-0.5 / (lengthscale * lengthscale));
  exp_in_place({k.data(), static_cast<std::size_t>(k.size())});
  return k;
}

struct ProcessFit {
  double log_likelihood = -std::numeric_limits<double>::infinity();
  double amplitude = 0;
  Vector weights;
};

/// A zero-mean process with kernel amplitude (rbf + noise I): the amplitude by its closed-form maximum.
ProcessFit fit_process(const Matrix& points, const Vector& residual, double lengthscale, double noise) {
  const Index n = points.cols();
  Matrix k(n, n);
  for (Index j = 0; j < n; ++j) k.col(j) = rbf(points, points.col(j), lengthscale);
  k.diagonal().array() += noise;
  if (!cholesky_in_place<double>(k)) return {};
  ProcessFit fit;
  fit.weights = residual;
  k.triangularView<Eigen::Lower>().solveInPlace(fit.weights);
  fit.amplitude = fit.weights.squaredNorm() / static_cast<double>(n);
  fit.log_likelihood =
      -0.5 * static_cast<double>(n) * std::log(std::max(fit.amplitude, 1e-300)) - k.diagonal().array().log().sum();
  k.transpose().triangularView<Eigen::Upper>().solveInPlace(fit.weights);
  return fit;
}

}  // namespace

bool Surrogate::learn(const Learned& learned) {
  const auto p = static_cast<Index>(learned.path.front().size());
  mean_ = Vector::Zero(p);
  for (const auto& point : learned.path) {
    mean_ += Eigen::Map<const Vector>(point.data(), p) / static_cast<double>(learned.path.size());
  }
  factor_ = shape_factor(learned.path);

  // The points that matter, best first and each once.
  std::vector<EvaluatedPoint> points = learned.points;
  std::sort(points.begin(), points.end(), [](const auto& a, const auto& b) { return a.log_density > b.log_density; });
  const double worst = points.front().log_density - (12 + 2 * static_cast<double>(p));
  std::erase_if(points, [&](const EvaluatedPoint& point) { return !(point.log_density > worst); });
  if (points.size() > kMostPoints) points.resize(kMostPoints);
  const auto count = static_cast<Index>(points.size());
  if (count < 2 * (1 + p + p * (p + 1) / 2)) return false;

  Matrix u(p, count);
  Vector values(count);
  radius_ = 0;
  for (Index i = 0; i < count; ++i) {
    const EvaluatedPoint& point = points[static_cast<std::size_t>(i)];
    u.col(i) = to_u(point.log_theta);
    values(i) = point.log_density - points.front().log_density;
    radius_ = std::max(radius_, u.col(i).norm());
  }

  // Leave every fifth point out once to see how well the rest foretells it, where the posterior has its mass.
  std::vector<Index> kept;
  std::vector<Index> held;
  for (Index i = 0; i < count; ++i) (i % 5 == 2 ? held : kept).push_back(i);
  fit(u(Eigen::all, kept), values(kept));
  double sum = 0;
  double tested = 0;
  for (const Index i : held) {
    if (values(i) < -3 - static_cast<double>(p)) continue;
    const double difference = inside(u.col(i)) - values(i);
    sum += difference * difference;
    tested += 1;
  }
  error_ = tested > 0 ? std::sqrt(sum / tested) : std::numeric_limits<double>::infinity();
  fit(u, values);
  return true;
}

void Surrogate::fit(const Matrix& points, const Vector& values) {
  const Index count = points.cols();
  const Index terms = quadratic_terms(points.col(0)).size();
  Matrix design(count, terms);
  for (Index i = 0; i < count; ++i) design.row(i) = quadratic_terms(points.col(i)).transpose();
  Matrix normal = design.transpose() * design;
  normal.diagonal().array() += 1e-8 * normal.trace() / static_cast<double>(terms);
  quadratic_ = normal.ldlt().solve(design.transpose() * values);
  const Vector residual = values - design * quadratic_;

  ProcessFit best;
  const double dimension = std::sqrt(static_cast<double>(points.rows()));
  points_ = points;
  weights_ = Vector::Zero(count);
  for (const double relative : {0.5, 0.8, 1.2, 1.8, 2.7, 4.0}) {
    for (const double noise : {1e-4, 1e-2, 1e-1}) {
      const ProcessFit candidate = fit_process(points, residual, relative * dimension, noise);
      if (candidate.log_likelihood > best.log_likelihood) {
        best = candidate;
        lengthscale_ = relative * dimension;
      }
    }
  }
  if (best.weights.size() == count) weights_ = best.weights;
}

double Surrogate::inside(const Vector& u) const {
  return quadratic_.dot(quadratic_terms(u)) + rbf(points_, u, lengthscale_).dot(weights_);
}

double Surrogate::operator()(const Vector& u) const {
  const double distance = u.norm();
  if (distance <= radius_) return inside(u);
  const double p = static_cast<double>(u.size());
  const auto tail = [&](double r) { return -0.5 * (kTailFreedom + p) * std::log1p(r * r / kTailFreedom); };
  return inside(u * (radius_ / distance)) + tail(distance) - tail(radius_);
}

Vector Surrogate::to_u(std::span<const double> log_theta) const {
  Vector u = Eigen::Map<const Vector>(log_theta.data(), mean_.size()) - mean_;
  factor_.triangularView<Eigen::Lower>().solveInPlace(u);
  return u;
}

std::vector<double> Surrogate::to_log_theta(const Vector& u) const {
  const Vector l = mean_ + factor_.triangularView<Eigen::Lower>() * u;
  return {l.data(), l.data() + l.size()};
}

}  // namespace lehr

#include <lehr/sites/shared_regression.hpp>

#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>

#include <Eigen/Dense>

#include <lehr/linalg/cholesky.hpp>
#include <lehr/model/coordinates.hpp>

namespace lehr {
namespace {

constexpr Index kMostForQuadratic = 12;  // coordinates: the points that a quadratic needs grow with their square
constexpr double kFree = 1e3;            // s: a quadratic of any size; only large beside the rest

Vector trend_of(const Vector& u) {
  if (u.size() <= kMostForQuadratic) return quadratic_terms(u);
  Vector result(1 + u.size());
  result << 1, u;
  return result;
}

}  // namespace

Index SharedRegression::trend_terms(Index coordinates) {
  return coordinates <= kMostForQuadratic ? quadratic_term_count(coordinates) : 1 + coordinates;
}

SharedRegression::SharedRegression(std::vector<Vector> points) : points_(std::move(points)) {
  for (const Vector& point : points_) trends_.push_back(trend_of(point));
}

double SharedRegression::covariance(const Vector& u, const Vector& trend, std::size_t point) const {
  return kFree * trend.dot(trends_[point]) +
         std::exp(-0.5 * (u - points_[point]).squaredNorm() / (lengthscale_ * lengthscale_));
}

Vector SharedRegression::covariances(const Vector& u) const {
  const Vector trend = trend_of(u);
  Vector result(std::ssize(points_));
  for (Index i = 0; i < result.size(); ++i) result(i) = covariance(u, trend, static_cast<std::size_t>(i));
  return result;
}

bool SharedRegression::factorise() {
  const Index count = std::ssize(points_);
  factor_.resize(count, count);
  for (Index j = 0; j < count; ++j) {
    const auto point = static_cast<std::size_t>(j);
    for (Index i = j; i < count; ++i) {
      factor_(i, j) = covariance(points_[point], trends_[point], static_cast<std::size_t>(i));
    }
    factor_(j, j) += noise_;
  }
  return cholesky_in_place<double>(factor_);
}

/// With G^-1 at hand, row i of (G^-1 values) / (G^-1)_ii is what the others miss at point i, and 1 / (G^-1)_ii how much
/// they leave open, with the noise of a value.
std::optional<SharedRegression> SharedRegression::learn(std::vector<Vector> points, const Matrix& values,
                                                        const Vector& scales) {
  const double size = std::sqrt(static_cast<double>(points.front().size()) / 2);  // about how far points are apart
  SharedRegression tried(std::move(points));
  std::optional<SharedRegression> best;
  double least = std::numeric_limits<double>::infinity();
  // What each fit chooses from, by the points left out. The grid itself is coarse and not measured.
  for (const double lengthscale : {2.0, 3.0, 4.5, 7.0}) {
    for (const double noise : {1e-4, 1e-3, 1e-2, 1e-1}) {
      tried.lengthscale_ = lengthscale * size;
      tried.noise_ = noise;
      if (!tried.factorise()) continue;
      const Matrix& factor = tried.factor_;
      const auto l = factor.triangularView<Eigen::Lower>();
      tried.weights_ = l.solve(values);
      l.transpose().solveInPlace(tried.weights_);
      const Matrix root = l.solve(Matrix::Identity(values.rows(), values.rows()));
      const Vector open = root.colwise().squaredNorm().cwiseInverse().transpose();
      const Matrix missed = open.asDiagonal() * tried.weights_;
      const double error = (missed * scales.asDiagonal()).squaredNorm();
      if (!(error < least)) continue;
      least = error;
      tried.left_out_ = values - missed;
      tried.variance_left_out_ = (open.array() - noise).max(0.0).matrix();
      best = tried;
    }
  }
  return best;
}

Vector SharedRegression::at(const Vector& u) const { return weights_.transpose() * covariances(u); }

Matrix SharedRegression::at(const Matrix& points, Index first, Index count) const {
  constexpr Index kPointsAtOnce = 1024;
  Matrix values(points.cols(), count);
  Matrix covariances_of;
  for (Index begin = 0; begin < values.rows(); begin += kPointsAtOnce) {
    covariances_of.resize(weights_.rows(), std::min(kPointsAtOnce, values.rows() - begin));
    for (Index i = 0; i < covariances_of.cols(); ++i) {
      covariances_of.col(i) = covariances(points.col(begin + i));
    }
    values.middleRows(begin, covariances_of.cols()).noalias() =
        covariances_of.transpose() * weights_.middleCols(first, count);
  }
  return values;
}

double SharedRegression::variance(const Vector& u) const {
  const Vector solved = factor_.triangularView<Eigen::Lower>().solve(covariances(u));
  return std::max(0.0, kFree * trend_of(u).squaredNorm() + 1 - solved.squaredNorm());
}

}  // namespace lehr

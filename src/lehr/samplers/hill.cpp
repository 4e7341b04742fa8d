#include <lehr/samplers/hill.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>

#include <Eigen/Dense>

namespace lehr {
namespace {

constexpr double kAside = 0.5;      // in log theta: to see how the slope changes around a mode
constexpr double kFlattest = 0.15;  // a curvature; its sd of 2.6 in log theta is more than priors have
constexpr double kBeyond = 3;       // sds more than the mass of a normal density is from its mean

Coordinates around(const EvaluatedPoint& top, std::span<const EvaluatedPoint> beside) {
  const auto p = static_cast<Index>(top.log_theta.size());
  Matrix curvature = Matrix::Identity(p, p);
  for (std::size_t k = 0; k < beside.size(); ++k) {
    const EvaluatedPoint& point = beside[k];
    if (point.slope.empty() || top.slope.empty()) continue;
    const double step = point.log_theta[k] - top.log_theta[k];
    curvature.col(static_cast<Index>(k)) =
        (Eigen::Map<const Vector>(top.slope.data(), p) - Eigen::Map<const Vector>(point.slope.data(), p)) / step;
  }
  curvature = (0.5 * (curvature + curvature.transpose())).eval();
  const Eigen::SelfAdjointEigenSolver<Matrix> eigen(curvature);
  const Vector scales = eigen.eigenvalues().cwiseMax(kFlattest).cwiseInverse();
  const Matrix covariance = eigen.eigenvectors() * scales.asDiagonal() * eigen.eigenvectors().transpose();
  return {Eigen::Map<const Vector>(top.log_theta.data(), p), covariance.llt().matrixL()};
}

}  // namespace

Hill::Hill(const EvaluatedPoint& top, std::span<const EvaluatedPoint> beside)
    : coordinates_(around(top, beside.first(std::min(beside.size(), top.log_theta.size())))),
      log_mass_(top.log_density + coordinates_.factor().diagonal().array().log().sum()) {}

std::vector<std::vector<double>> Hill::points_beside(const EvaluatedPoint& top) {
  std::vector<std::vector<double>> points;
  for (std::size_t k = 0; k < top.log_theta.size(); ++k) {
    points.push_back(top.log_theta);
    points.back()[k] += k % 2 == 0 ? kAside : -kAside;
  }
  return points;
}

double Hill::distance_to(const EvaluatedPoint& point) const { return coordinates_.to_u(point.log_theta).norm(); }

bool Hill::holds(const EvaluatedPoint& point) const {
  return distance_to(point) < std::sqrt(static_cast<double>(point.log_theta.size())) + kBeyond;
}

}  // namespace lehr

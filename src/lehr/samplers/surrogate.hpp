#pragma once

#include <lehr/linalg/types.hpp>
#include <lehr/model/coordinates.hpp>
#include <lehr/samplers/warm_up.hpp>

namespace lehr {

/// A frozen function e(u) close to the log of the deterministic target, in the coordinates u of the warm-up walk. A
/// quadratic by least squares plus a Gaussian process on what it leaves (RBF; length-scale and noise by maximum
/// likelihood), on the points not too far below the best one.
///
/// Beyond the radius of those points it continues from the nearest point of that sphere and falls off like a t density.
/// A wide t density of a few per cent of its mass is added everywhere. So e is proper whatever was learned, and where
/// it would be far below the posterior, for want of points, the chain does not get stuck.
class Surrogate {
 public:
  static constexpr Index kMostPoints = 2000;  // of the Gaussian process: its cost per evaluation grows with them
  static constexpr Index kMostParameters = 25;

  /// Coordinates u, or a gradient in them, without memory from the heap: one proposal takes hundreds.
  using Point = Eigen::Matrix<double, Eigen::Dynamic, 1, Eigen::ColMajor, kMostParameters, 1>;

  /// False if there are too few points to learn from. They may have up to kMostParameters coordinates.
  [[nodiscard]] bool learn(const Learned& learned);

  /// e(u), and its gradient in `slope`. Allocates nothing.
  double operator()(const Point& u, Point& slope) const;

  const Coordinates& coordinates() const { return coordinates_; }

  /// Root mean square error of e at points near the posterior's bulk that were left out of a first fit.
  double error() const { return error_; }

 private:
  void fit(const Matrix& points, const Vector& values);
  double inside(const Point& u, Point& slope) const;

  Coordinates coordinates_;
  double radius_ = 1;
  Vector quadratic_;  // coefficients
  Matrix points_;     // a row each
  Vector weights_;    // of the Gaussian process: its mean is k(u, points) weights
  double lengthscale_ = 1;
  double error_ = 0;
};

}  // namespace lehr

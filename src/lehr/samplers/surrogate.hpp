#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

#include <lehr/linalg/types.hpp>
#include <lehr/model/coordinates.hpp>
#include <lehr/samplers/sloped_regression.hpp>
#include <lehr/samplers/warm_up.hpp>

namespace lehr {

/// A point at which one coordinate of a mode is moved into a tail of its prior.
struct TailPoint {
  std::size_t coordinate;
  EvaluatedPoint point;
};

/// A frozen function e close to the log of the deterministic target, learned from what is known of it at some points:
///
///   e(x) = log p(x) + g(z) + sum_j h_j(x_j),   x = log theta.
///
/// g stands for the log evidence: a smooth function through values and slopes, in coordinates v in which the posterior
/// is about standard normal. z is x, or the nearest place that is known: every coordinate within the range of the
/// points, v within their radius. Out there g stays, because that is what an evidence does where a parameter no longer
/// matters, and e goes on as the prior does, coordinate by coordinate. h_j is 0 within the range of coordinate j and
/// leads to what was found at the tail points beyond it. Far above the best that is known g rises ever less: hills that
/// nobody has seen are mistakes. e is proper since the prior is.
class Surrogate {
 public:
  static constexpr Index kMostParameters = 100;

  /// Coordinates v, or a gradient in them, without memory from the heap: one proposal takes hundreds.
  using Point = Eigen::Matrix<double, Eigen::Dynamic, 1, Eigen::ColMajor, kMostParameters, 1>;

  using Smoothness = SlopedRegression::Smoothness;

  /// Learns from the points not too far below the best. Chooses a smoothness where none is given. Null where there are
  /// too few points or the numbers break down, and after a stop request.
  static std::shared_ptr<const Surrogate> learn(const ParameterSpace& space, std::span<const EvaluatedPoint> points,
                                                std::span<const TailPoint> tails, Coordinates coordinates,
                                                std::optional<Smoothness> smoothness = {},
                                                const std::stop_token& stop = {});

  /// e, and its gradient in `slope`. Allocates nothing.
  double operator()(const Point& v, Point& slope) const;
  /// e alone, at a log theta.
  double at(std::span<const double> log_theta) const;

  const Coordinates& coordinates() const { return coordinates_; }
  const ParameterSpace& space() const { return space_; }
  const Smoothness& smoothness() const { return smoothness_; }

 private:
  /// h_j: from 0 at the edge of what is known to `rise` at `end`.
  struct Tail {
    double end = 0;
    double rise = 0;
  };

  Surrogate(const ParameterSpace& space, Coordinates coordinates)
      : space_(space), coordinates_(std::move(coordinates)) {}
  /// g where it is known, at x; its gradient in x.
  double known(const Point& x, const Point& v, Point& slope) const;
  /// The sum of h_j, its gradient added.
  double tails(const Point& x, Point& slope) const;

  ParameterSpace space_;
  Coordinates coordinates_;
  SlopedRegression evidence_;  // g
  Smoothness smoothness_{};
  double radius_ = 0;
  double most_ = 0;   // of g, from where on it rises ever less
  double least_ = 0;  // what is far below the best is not told apart
  Vector lowest_;     // of each coordinate, among the points
  Vector highest_;
  std::vector<Tail> left_;
  std::vector<Tail> right_;
};

}  // namespace lehr

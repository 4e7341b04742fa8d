#include <cmath>
#include <memory>
#include <vector>

#include <gtest/gtest.h>

#include <lehr/random/distributions.hpp>
#include <lehr/samplers/surrogate.hpp>

#include "support/central_difference.hpp"

namespace lehr {
namespace {

const ParameterSpace& two_parameters() {
  static const ParameterSpace space(
      {{.name = "a", .prior = NormalPrior{0, 3}}, {.name = "b", .prior = GammaPrior{1, 1}}});
  return space;
}

/// A log evidence with a ripple on it.
double evidence(double x, double y) { return -0.5 * (x * x + 2 * y * y + x * y) + 0.3 * std::sin(2 * x); }
std::vector<double> evidence_slope(double x, double y) {
  return {-x - 0.5 * y + 0.6 * std::cos(2 * x), -2 * y - 0.5 * x};
}

EvaluatedPoint seen(double x, double y) {
  EvaluatedPoint point{{x, y}, 0, evidence_slope(x, y)};
  point.log_density = evidence(x, y) + two_parameters().log_prior(point.log_theta);
  const std::vector<double> of_prior = two_parameters().log_prior_gradient(point.log_theta);
  for (std::size_t k = 0; k < 2; ++k) point.slope[k] += of_prior[k];
  return point;
}

std::vector<EvaluatedPoint> random_points(int count) {
  std::vector<EvaluatedPoint> points;
  Stream stream({3, Purpose::tuning});
  for (int i = 0; i < count; ++i) points.push_back(seen(1.2 * draw_normal(stream), 0.8 * draw_normal(stream)));
  return points;
}

Coordinates usual_coordinates() { return {Vector::Zero(2), Matrix(Vector(Eigen::Vector2d(1, 0.7)).asDiagonal())}; }

std::shared_ptr<const Surrogate> learned_hill(const std::vector<TailPoint>& tails = {}) {
  const std::vector<EvaluatedPoint> points = random_points(60);
  return Surrogate::learn(two_parameters(), points, tails, usual_coordinates());
}

double range_of_first(const std::vector<EvaluatedPoint>& points, bool most) {
  double end = points.front().log_theta[0];
  for (const EvaluatedPoint& point : points) {
    end = most ? std::max(end, point.log_theta[0]) : std::min(end, point.log_theta[0]);
  }
  return end;
}

TEST(Surrogate, FollowsWhatItLearnedUpToAConstant) {
  const auto surrogate = learned_hill();
  ASSERT_NE(surrogate, nullptr);
  const auto target = [&](double x, double y) { return seen(x, y).log_density; };
  for (const auto& [x, y] : {std::pair{0.5, 0.3}, {-0.7, 0.1}, {1.0, -0.6}}) {
    EXPECT_NEAR(surrogate->at(std::vector{x, y}) - surrogate->at(std::vector{0.0, 0.0}), target(x, y) - target(0, 0),
                0.02)
        << x << ", " << y;
  }
}

TEST(Surrogate, LearnsFromFewerPointsWithSlopesThanWithout) {
  std::vector<EvaluatedPoint> points = random_points(5);
  const auto miss = [&] {
    const auto surrogate = Surrogate::learn(two_parameters(), points, {}, usual_coordinates(), {{2, 1e-3}});
    double squares = 0;
    for (const EvaluatedPoint& point : random_points(200)) {
      if (std::abs(point.log_theta[0]) > 1 || std::abs(point.log_theta[1]) > 0.6) continue;
      const double difference = surrogate->at(point.log_theta) - surrogate->at(std::vector{0.0, 0.0}) -
                                (point.log_density - seen(0, 0).log_density);
      squares += difference * difference / 200;
    }
    return std::sqrt(squares);
  };
  const double with_slopes = miss();
  for (EvaluatedPoint& point : points) point.slope.clear();
  EXPECT_LT(with_slopes, 0.1);
  EXPECT_LT(with_slopes, miss());
}

TEST(Surrogate, HasTheSlopeOfItsValues) {
  const std::vector<TailPoint> tails = {{0, seen(-9, 0)}, {1, seen(0, 4)}};
  const auto surrogate = learned_hill(tails);
  ASSERT_NE(surrogate, nullptr);
  for (const auto& [x, y] : {std::pair{0.2, -0.4}, {1.5, 1.0}, {-0.01, 0.0}, {8.0, 3.0}, {-5.0, 0.3}, {-20.0, 2.5}}) {
    Surrogate::Point v(2);
    v << x, y;
    Surrogate::Point slope;
    (*surrogate)(v, slope);
    for (Index k = 0; k < 2; ++k) {
      const auto along = [&](double value) {
        Surrogate::Point moved = v;
        moved(k) = value;
        Surrogate::Point unused;
        return (*surrogate)(moved, unused);
      };
      EXPECT_NEAR(slope(k), testing_support::central_difference(along, v(k), 1e-4), 1e-5 * (1 + std::abs(slope(k))))
          << x << ", " << y;
    }
  }
}

TEST(Surrogate, GoesOnAsThePriorDoesBeyondWhatItHasSeen) {
  const auto surrogate = learned_hill();
  const double left = range_of_first(random_points(60), false);
  const std::vector<double> near = {left - 1, 0.2};
  const std::vector<double> far = {left - 9, 0.2};
  EXPECT_NEAR(surrogate->at(far) - surrogate->at(near),
              two_parameters().log_prior(far) - two_parameters().log_prior(near), 1e-9);
}

TEST(Surrogate, MeetsItsTailPoints) {
  const EvaluatedPoint top = seen(0, 0);
  EvaluatedPoint tail = seen(-12, 0);
  tail.log_density = two_parameters().log_prior(tail.log_theta) - 3;  // an evidence of -3, where it was 0 in the middle
  const auto surrogate = learned_hill({{0, tail}});
  EXPECT_NEAR(surrogate->at(tail.log_theta) - surrogate->at(top.log_theta), tail.log_density - top.log_density, 0.05);
}

TEST(Surrogate, IsNotLearnedFromTooFewPoints) {
  const std::vector<EvaluatedPoint> points = random_points(3);
  EXPECT_EQ(Surrogate::learn(two_parameters(), points, {}, usual_coordinates()), nullptr);
}

}  // namespace
}  // namespace lehr

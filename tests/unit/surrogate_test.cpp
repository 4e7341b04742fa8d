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

/// In five parameters a log evidence that bends in each, more sharply than a quadratic: a sum of steps.
EvaluatedPoint seen_steps(const ParameterSpace& space, const std::vector<double>& x) {
  EvaluatedPoint point{x, space.log_prior(x), space.log_prior_gradient(x)};
  for (std::size_t k = 0; k < x.size(); ++k) {
    const double tanh = std::tanh(1.5 * x[k]);
    point.log_density -= 1.5 * tanh;
    point.slope[k] -= 2.25 * (1 - tanh * tanh);
  }
  return point;
}

const ParameterSpace& five_parameters() {
  static const ParameterSpace space = [] {
    std::vector<Parameter> parameters;
    for (const char* name : {"a", "b", "c", "d", "e"}) {
      parameters.push_back({.name = name, .prior = NormalPrior{0, 1}});
    }
    return ParameterSpace(parameters);
  }();
  return space;
}

std::vector<EvaluatedPoint> random_steps(std::size_t count) {
  Stream stream({8, Purpose::tuning});
  std::vector<EvaluatedPoint> points;
  for (std::size_t i = 0; i < count; ++i) {
    std::vector<double> x(5);
    fill_normal(stream, x);
    points.push_back(seen_steps(five_parameters(), x));
  }
  return points;
}

/// Coordinates that are not those of the parameters.
Coordinates skew_coordinates() {
  Matrix factor = 0.8 * Matrix::Identity(5, 5);
  factor(1, 0) = 0.3;
  factor(4, 2) = -0.4;
  return {Vector::Constant(5, 0.1), factor};
}

TEST(Surrogate, LearnsAFunctionOfEachOfManyParametersFromFewPoints) {
  const std::vector<EvaluatedPoint> points = random_steps(120);
  const auto surrogate = Surrogate::learn(five_parameters(), std::span(points).first(100), {}, skew_coordinates());
  ASSERT_NE(surrogate, nullptr);
  const double offset = surrogate->at(points[100].log_theta) - points[100].log_density;
  double squares = 0;
  for (std::size_t i = 101; i < 120; ++i) {
    squares += std::pow(surrogate->at(points[i].log_theta) - points[i].log_density - offset, 2) / 19;
  }
  EXPECT_LT(std::sqrt(squares), 0.3);
}

TEST(Surrogate, HasTheSlopeOfItsValuesInManyParameters) {
  const std::vector<EvaluatedPoint> points = random_steps(100);
  const auto surrogate = Surrogate::learn(five_parameters(), points, {}, skew_coordinates());
  ASSERT_NE(surrogate, nullptr);
  Surrogate::Point v(5);
  v << 0.3, -1.1, 0.6, 0.05, 1.4;
  Surrogate::Point slope;
  (*surrogate)(v, slope);
  for (Index k = 0; k < 5; ++k) {
    const auto along = [&](double value) {
      Surrogate::Point moved = v;
      moved(k) = value;
      Surrogate::Point unused;
      return (*surrogate)(moved, unused);
    };
    EXPECT_NEAR(slope(k), testing_support::central_difference(along, v(k), 1e-4), 1e-6 * (1 + std::abs(slope(k))));
  }
}

TEST(Surrogate, PromisesLittleMoreThanTheBestEvidenceThatItHasSeen) {
  // Nothing is known to the right of 0, where the slope still leads upwards.
  std::vector<EvaluatedPoint> points;
  Stream stream({9, Purpose::tuning});
  for (int i = 0; i < 30; ++i) {
    const std::vector<double> x = {-2 * draw_uniform(stream), draw_normal(stream)};
    EvaluatedPoint point{x, two_parameters().log_prior(x) + 8 * x[0], two_parameters().log_prior_gradient(x)};
    point.slope[0] += 8;
    points.push_back(point);
  }
  points.push_back({{3, 0}, two_parameters().log_prior(std::vector{3.0, 0.0}) - 10, {}});
  const auto surrogate = Surrogate::learn(two_parameters(), points, {}, usual_coordinates());
  ASSERT_NE(surrogate, nullptr);
  const auto evidence_at = [&](double x) {
    return surrogate->at(std::vector{x, 0.0}) - two_parameters().log_prior(std::vector{x, 0.0});
  };
  for (const double x : {0.5, 1.0, 2.0}) EXPECT_LT(evidence_at(x) - evidence_at(-0.5), 4 + 1 + 2) << x;
}

TEST(Surrogate, IsNotLearnedFromTooFewPoints) {
  const std::vector<EvaluatedPoint> points = random_points(3);
  EXPECT_EQ(Surrogate::learn(two_parameters(), points, {}, usual_coordinates()), nullptr);
}

}  // namespace
}  // namespace lehr

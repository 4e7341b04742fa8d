#include <lehr/posterior/t_mixture.hpp>

#include <cmath>

#include <gtest/gtest.h>

#include <lehr/random/distributions.hpp>

namespace lehr {
namespace {

using Points = std::vector<std::vector<double>>;

/// Normal points, correlated where there are two coordinates; the first is `scale` wide.
Points normal_points(std::size_t count, std::size_t coordinates, double scale = 1) {
  Stream stream({5, Purpose::simulation});
  Points points(count);
  for (std::vector<double>& point : points) {
    point.push_back(2 + scale * draw_normal(stream));
    while (point.size() < coordinates) point.push_back(0.6 * (point.front() - 2) + 0.8 * draw_normal(stream));
  }
  return points;
}

TEST(TMixture, OfPointsOnALineHasMassOne) {
  for (const std::size_t count : {10U, 500U}) {  // one part, and two
    const TMixture mixture(normal_points(count, 1));
    double mass = 0;
    for (double x = -400; x < 400; x += 0.01) mass += 0.01 * std::exp(mixture.log_density(std::vector{x}));
    EXPECT_NEAR(mass, 1, 1e-6) << count << " points";
  }
}

TEST(TMixture, OfPointsInAPlaneHasMassOne) {
  const TMixture mixture(normal_points(500, 2));
  double mass = 0;
  for (double x = -60; x < 60; x += 0.1) {
    for (double y = -60; y < 60; y += 0.1) mass += 0.01 * std::exp(mixture.log_density(std::vector{x, y}));
  }
  EXPECT_NEAR(mass, 1, 1e-4);
}

TEST(TMixture, IsCloseToTheDensityOfNormalPoints) {
  const TMixture mixture(normal_points(2000, 1));
  for (const double z : {0.0, 1.0, -1.0, 2.0}) {
    const double normal = -0.5 * z * z - 0.5 * std::log(2 * M_PI);
    EXPECT_NEAR(mixture.log_density(std::vector{2 + z}), normal, 0.15) << z;
  }
}

TEST(TMixture, IsNowhereFarBelowANormalDensityLikeThePoints) {
  const TMixture mixture(normal_points(2000, 2));
  for (double z = 0; z < 30; z += 0.5) {
    const double normal = -0.5 * z * z - std::log(2 * M_PI * 0.8);
    EXPECT_GT(mixture.log_density(std::vector{2 + z, 0.6 * z}), normal - 0.5) << z;
  }
}

TEST(TMixture, FollowsTwoHeapsOfPoints) {
  Points points = normal_points(1000, 1, 0.1);
  for (std::size_t i = 0; i < points.size(); i += 2) points[i].front() += 10;
  const TMixture mixture(points);
  const auto at = [&](double x) { return mixture.log_density(std::vector{x}); };
  EXPECT_GT(at(2), at(7) + 3);
  EXPECT_GT(at(12), at(7) + 3);
}

TEST(TMixture, TakesCoordinatesOfVeryDifferentWidth) {
  Points points = normal_points(1000, 2);
  for (std::vector<double>& point : points) point[1] *= 1e-4;
  const TMixture mixture(points);
  const double at_centre = mixture.log_density(std::vector{2.0, 0.0});
  EXPECT_NEAR(at_centre, -std::log(2 * M_PI * 0.8 * 1e-4), 0.3);
}

// Shares of 100,000 draws: their error is at most 0.0016, and seven of it come up by chance in 3e-12.
TEST(TMixture, DrawsHaveItsDensity) {
  const TMixture mixture(normal_points(500, 1));
  constexpr std::size_t kDraws = 100'000;
  Stream stream({6, Purpose::simulation});
  std::vector<double> draws;
  for (std::size_t i = 0; i < kDraws; ++i) draws.push_back(mixture.draw(stream).front());
  for (const double bound : {-4.0, 0.0, 1.5, 2.0, 3.0, 6.0}) {
    double mass = 0;
    for (double x = -400; x < bound; x += 0.005) mass += 0.005 * std::exp(mixture.log_density(std::vector{x + 0.0025}));
    double below = 0;
    for (const double draw : draws) below += draw < bound ? 1.0 / kDraws : 0;
    EXPECT_NEAR(below, mass, 7 * std::sqrt(mass * (1 - mass) / kDraws)) << bound;
  }
}

TEST(TMixture, DrawsOfTwoCoordinatesAreCorrelatedAsThePointsAre) {
  const TMixture mixture(normal_points(2000, 2));
  Stream stream({6, Purpose::simulation});
  double same_side = 0;
  for (int i = 0; i < 20'000; ++i) {
    const std::vector<double> draw = mixture.draw(stream);
    same_side += (draw[0] > 2) == (draw[1] > 0) ? 1.0 / 20'000 : 0;
  }
  EXPECT_NEAR(same_side, 0.5 + std::asin(0.6) / M_PI, 0.05);
}

}  // namespace
}  // namespace lehr

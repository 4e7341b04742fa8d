#include "lehr/math/quadrature.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>

namespace lehr {
namespace {

double moment(const QuadratureRule& rule, int power) {
  double sum = 0;
  for (std::size_t i = 0; i < rule.nodes.size(); ++i) sum += rule.weights[i] * std::pow(rule.nodes[i], power);
  return sum;
}

void expect_symmetric_and_ascending(const QuadratureRule& rule, int points) {
  const auto size = static_cast<std::size_t>(points);
  ASSERT_EQ(rule.nodes.size(), size);
  ASSERT_EQ(rule.weights.size(), size);
  for (std::size_t i = 0; i < size; ++i) {
    EXPECT_GT(rule.weights[i], 0.0);
    EXPECT_EQ(rule.nodes[i], -rule.nodes[size - 1 - i]);
    EXPECT_EQ(rule.weights[i], rule.weights[size - 1 - i]);
    if (i > 0) {
      EXPECT_LT(rule.nodes[i - 1], rule.nodes[i]);
    }
  }
}

TEST(GaussLegendre, HasTheKnownNodesAndWeightsOfFivePoints) {
  const QuadratureRule rule = gauss_legendre(5);
  const double nodes[] = {-0.90617984593866399, -0.53846931010568309, 0, 0.53846931010568309, 0.90617984593866399};
  const double weights[] = {0.23692688505618909, 0.47862867049936647, 0.56888888888888889, 0.47862867049936647,
                            0.23692688505618909};
  for (std::size_t i = 0; i < 5; ++i) {
    EXPECT_NEAR(rule.nodes[i], nodes[i], 1e-15);
    EXPECT_NEAR(rule.weights[i], weights[i], 1e-15);
  }
}

TEST(GaussLegendre, OfOnePointIsTheMidpointRule) {
  const QuadratureRule rule = gauss_legendre(1);
  EXPECT_EQ(rule.nodes[0], 0.0);
  EXPECT_DOUBLE_EQ(rule.weights[0], 2.0);
}

TEST(GaussLegendre, IntegratesPolynomialsUpToTwiceItsPointsExactly) {
  for (int points = 1; points <= 128; ++points) {
    const QuadratureRule rule = gauss_legendre(points);
    expect_symmetric_and_ascending(rule, points);
    const int degree = 2 * points - 2;
    EXPECT_NEAR(moment(rule, 0), 2.0, 1e-14);
    EXPECT_NEAR(moment(rule, degree), 2.0 / (degree + 1), 1e-14) << points << " points";
  }
  EXPECT_GT(std::abs(moment(gauss_legendre(3), 6) - 2.0 / 7), 1e-3) << "three points do not integrate x^6";
}

TEST(GaussHermite, HasTheKnownNodesAndWeightsOfThreePoints) {
  const QuadratureRule rule = gauss_hermite(3);
  EXPECT_DOUBLE_EQ(rule.nodes[0], -1.7320508075688772);
  EXPECT_EQ(rule.nodes[1], 0.0);
  EXPECT_DOUBLE_EQ(rule.nodes[2], 1.7320508075688772);
  EXPECT_DOUBLE_EQ(rule.weights[0], 1.0 / 6);
  EXPECT_DOUBLE_EQ(rule.weights[1], 2.0 / 3);
}

TEST(GaussHermite, OfOnePointIsTheMean) {
  const QuadratureRule rule = gauss_hermite(1);
  EXPECT_EQ(rule.nodes[0], 0.0);
  EXPECT_DOUBLE_EQ(rule.weights[0], 1.0);
}

TEST(GaussHermite, HasTheMomentsOfTheStandardNormal) {
  for (int points = 1; points <= 128; ++points) {
    const QuadratureRule rule = gauss_hermite(points);
    expect_symmetric_and_ascending(rule, points);
    EXPECT_NEAR(moment(rule, 0), 1.0, 1e-14) << points << " points";
    if (points >= 2) {
      EXPECT_NEAR(moment(rule, 2), 1.0, 1e-14) << points << " points";
    }
    if (points >= 6) {
      EXPECT_NEAR(moment(rule, 10) / 945, 1.0, 1e-14) << points << " points";
    }
  }
}

TEST(GaussHermite, IntegratesTheCosineOfANormal) {
  const QuadratureRule rule = gauss_hermite(32);
  double sum = 0;
  for (std::size_t i = 0; i < 32; ++i) sum += rule.weights[i] * std::cos(2 * rule.nodes[i]);
  EXPECT_NEAR(sum, 0.13533528323661270, 1e-14);  // exp(-2)
}

TEST(GaussHermite, KeepsTheRelativeAccuracyOfItsSmallestWeight) {
  // The largest node of 128 points and its weight, by mpmath with 50 digits.
  const QuadratureRule rule = gauss_hermite(128);
  EXPECT_NEAR(rule.nodes[127] / 21.625898907690553, 1.0, 1e-15);
  EXPECT_NEAR(rule.weights[127] / 1.01501428609279334e-102, 1.0, 1e-14);
}

}  // namespace
}  // namespace lehr

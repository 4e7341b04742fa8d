// Sites as a function of theta: what is learned at points, what the others tell of one of them, and where no sweep is
// needed. With literal functions, so that the truth is known everywhere.

#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include <gtest/gtest.h>

#include <lehr/random/distributions.hpp>
#include <lehr/sites/learned_sites.hpp>

namespace lehr {
namespace {

constexpr std::size_t kPoints = 40;

std::vector<std::vector<double>> normal_points(std::size_t count) {
  Stream stream({1, Purpose::tuning});
  std::vector<std::vector<double>> points(count, std::vector<double>(2));
  for (std::vector<double>& point : points) fill_normal(stream, point);
  return points;
}

/// Two rows; smooth, and not quadratic.
FoundSites truth(const std::vector<double>& x) {
  return {{(Vector(2) << std::exp(-1 + 0.3 * x[0] - 0.2 * std::sin(x[1])), 0.2).finished(),
           (Vector(2) << 1 + x[0] * x[1], std::cos(0.5 * x[0])).finished()},
          (Vector(2) << x[0], 2 - x[1]).finished()};
}

std::vector<FoundSites> truths(const std::vector<std::vector<double>>& points) {
  std::vector<FoundSites> found;
  for (const std::vector<double>& point : points) found.push_back(truth(point));
  return found;
}

void expect_near(const std::optional<FoundSites>& found, const FoundSites& expected, double most) {
  ASSERT_TRUE(found.has_value());
  EXPECT_LT((found->sites.precision.array() / expected.sites.precision.array()).log().abs().maxCoeff(), most);
  EXPECT_LT((found->sites.shift - expected.sites.shift).cwiseAbs().maxCoeff(), most);
  EXPECT_LT((found->mean - expected.mean).cwiseAbs().maxCoeff(), most);
}

TEST(LearnedSites, AreCloseToSmoothOnesThatAreNotQuadratic) {
  const auto points = normal_points(kPoints);
  const LearnedSites learned(points, truths(points));
  for (const std::vector<double>& x : {std::vector<double>{0.1, 0.4}, {-1.2, 0.5}, {0.7, -1.1}}) {
    expect_near(learned.at(x), truth(x), 0.02);
  }
}

TEST(LearnedSites, EndWhereThePointsDo) {
  const auto points = normal_points(kPoints);
  const LearnedSites learned(points, truths(points));
  EXPECT_FALSE(learned.at(std::vector<double>{5, -5}).has_value());
  EXPECT_FALSE(learned.serves(std::vector<double>{5, -5}));
}

TEST(LearnedSites, KnowNothingFromTooFewPoints) {
  const auto points = normal_points(LearnedSites::points_needed(2));
  std::vector<FoundSites> found(points.size());
  for (std::size_t i = 0; i < 5; ++i) found[i] = truth(points[i]);
  const LearnedSites learned(points, found);
  EXPECT_FALSE(learned.at(points[0]).has_value());
  EXPECT_FALSE(learned.without(0).has_value());
}

TEST(LearnedSites, AreToldOfAPointByTheOthersAlone) {
  const auto points = normal_points(kPoints);
  std::vector<FoundSites> found = truths(points);
  constexpr std::size_t kOdd = 7;
  found[kOdd].sites.shift(0) += 3;
  found[9] = {};  // where the numbers broke down
  const LearnedSites learned(points, found);
  const std::optional<FoundSites> told = learned.without(kOdd);
  ASSERT_TRUE(told.has_value());
  EXPECT_NEAR(told->sites.shift(0), truth(points[kOdd]).sites.shift(0), 0.3);
  EXPECT_FALSE(learned.without(9).has_value());
}

TEST(LearnedSites, AreHeldBelowTheMostPrecision) {
  const auto points = normal_points(kPoints);
  std::vector<FoundSites> found = truths(points);
  for (FoundSites& each : found) each.sites.precision(1) = 0.9999;
  const LearnedSites learned(points, found, 0.99);
  const std::vector<double> x = {0.1, 0.4};
  EXPECT_EQ(learned.at(x)->sites.precision(1), 0.99);
  EXPECT_EQ(learned.without(3)->sites.precision(1), 0.99);
  EXPECT_NEAR(learned.at(x)->sites.precision(0), truth(x).sites.precision(0), 0.01);
  EXPECT_NEAR(LearnedSites(points, found).at(x)->sites.precision(1), 0.9999, 1e-6);
}

TEST(LearnedSites, ServeNowhereUntilTheyAreJudged) {
  const auto points = normal_points(kPoints);
  EXPECT_FALSE(LearnedSites(points, truths(points)).serves(std::vector<double>{0, 0}));
}

TEST(LearnedSites, ServeOnTheSideWhereDivergencesAreSmall) {
  const auto points = normal_points(kPoints);
  LearnedSites learned(points, truths(points));
  std::vector<double> divergences;
  for (const std::vector<double>& point : points) divergences.push_back(0.5 * std::exp(3 * point[0]));
  divergences[4] = std::numeric_limits<double>::quiet_NaN();
  learned.judge(divergences, 0.5);
  EXPECT_TRUE(learned.serves(std::vector<double>{-0.7, 0.2}));
  EXPECT_FALSE(learned.serves(std::vector<double>{0.7, 0.2}));
}

TEST(LearnedSites, ServeNowhereWhereAllBrokeDown) {
  const auto points = normal_points(kPoints);
  LearnedSites learned(points, truths(points));
  learned.judge(std::vector<double>(kPoints, std::numeric_limits<double>::infinity()), 0.5);
  for (const std::vector<double>& point : points) EXPECT_FALSE(learned.serves(point));
}

TEST(LearnedSites, LeaveAMarginForWhatDivergencesScatter) {
  const auto points = normal_points(kPoints);
  LearnedSites steady(points, truths(points));
  steady.judge(std::vector<double>(kPoints, 0.4), 0.5);
  EXPECT_TRUE(steady.serves(std::vector<double>{0, 0}));
  LearnedSites scattered(points, truths(points));
  std::vector<double> divergences;
  for (std::size_t i = 0; i < kPoints; ++i) divergences.push_back(i % 2 == 0 ? 0.1 : 1.6);  // 0.4 by their logarithm
  scattered.judge(divergences, 0.5);
  EXPECT_FALSE(scattered.serves(std::vector<double>{0, 0}));
}

}  // namespace
}  // namespace lehr

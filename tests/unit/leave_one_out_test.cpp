#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include <lehr/diagnostics/leave_one_out.hpp>

namespace lehr {
namespace {

constexpr double kNone = -std::numeric_limits<double>::infinity();

/// The numbers are those of psis() in R's package loo 2.5.1, r_eff = 1.
TEST(SmoothedElpd, IsThatOfRsPackageLoo) {
  std::vector<double> cubes;
  std::vector<double> steps;  // with ties
  for (int s = 0; s < 200; ++s) {
    cubes.push_back(-0.1 - 3 * std::pow((s * 37 % 101) / 101.0, 3));
    steps.push_back(-1e-3 * (s * 7 % 53));
  }
  EXPECT_NEAR(smoothed_elpd(cubes).elpd, -1.291804671295, 1e-11);
  EXPECT_NEAR(smoothed_elpd(cubes).pareto_k, -0.198738815140, 1e-10);
  EXPECT_NEAR(smoothed_elpd(steps).elpd, -0.025905927737, 1e-11);
  EXPECT_NEAR(smoothed_elpd(steps).pareto_k, -0.743479046005, 1e-10);
}

TEST(SmoothedElpd, IsThePlainMeanWhereNoTailCanBeFitted) {
  EXPECT_EQ(smoothed_elpd(std::vector<double>(300, -0.7)).pareto_k, kNone);
  EXPECT_NEAR(smoothed_elpd(std::vector<double>(300, -0.7)).elpd, -0.7, 1e-14);
  const std::vector<double> two = {std::log(0.5), std::log(0.25)};
  EXPECT_EQ(smoothed_elpd(two).pareto_k, kNone);
  EXPECT_NEAR(smoothed_elpd(two).elpd, std::log(2 / (2.0 + 4.0)), 1e-14);  // the harmonic mean
  EXPECT_EQ(smoothed_elpd(std::vector<double>{-3.0}).elpd, -3);
}

TEST(SmoothedElpd, DoesNotOverflowWhereARowIsImpossible) {
  std::vector<double> values(100, -1.0);
  values[7] = -2000;
  EXPECT_NEAR(smoothed_elpd(values).elpd, -2000 + std::log(100.0), 1e-9);
}

const LeaveOneOut kThreeRows = {.kind = "ep",
                                .regression_error = 0.01,
                                .elpd = {std::log(0.9), std::log(0.4), std::log(0.6)},
                                .pareto_k = {0.2, 0.71, kNone}};

TEST(LeaveOneOutScore, IsThatOfThreeRows) {
  const LeaveOneOutScore score = score_leave_one_out(kThreeRows, {ResponseKind::two_classes, {1, 0, 1}});
  EXPECT_EQ(score.kind, "ep");
  EXPECT_NEAR(score.elpd, std::log(0.9 * 0.4 * 0.6), 1e-14);
  EXPECT_NEAR(score.log_loss, -score.elpd / 3, 1e-14);
  EXPECT_NEAR(score.se, 0.7022861679, 1e-9);  // sqrt(3 var)
  EXPECT_NEAR(score.error.value(), 1.0 / 3, 1e-14);
  EXPECT_EQ(score.pareto_k_bad, 1U);
  EXPECT_FALSE(score_leave_one_out(kThreeRows, {ResponseKind::real, {1, 0, 1}}).error);
}

TEST(LeaveOneOutNote, TellsOfTailsAndOfTheRegression) {
  LeaveOneOutScore score = score_leave_one_out(kThreeRows, {ResponseKind::two_classes, {1, 0, 1}});
  EXPECT_EQ(leave_one_out_note(score, 3), "");  // one bad row is no news
  score.pareto_k_bad = 5;
  EXPECT_EQ(leave_one_out_note(score, 500), "");  // 1 %
  EXPECT_NE(leave_one_out_note(score, 499).find("5 of 499 rows have a Pareto k above 0.7"), std::string::npos);
  score.pareto_k_bad = 0;
  score.regression_error = 0.6;
  EXPECT_NE(leave_one_out_note(score, 3).find("may move elpd by 0.6 nats"), std::string::npos);
}

}  // namespace
}  // namespace lehr

#include <lehr/diagnostics/scores.hpp>

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include <lehr/base/errors.hpp>

namespace lehr {
namespace {

using Values = std::vector<double>;

TEST(Scores, OfFourRowsByHand) {
  const Scores scores = score_probabilities(Values{0.9, 0.2, 0.6, 0.4}, Values{1, 0, 0, 1});
  EXPECT_EQ(scores.rows, 4U);
  EXPECT_DOUBLE_EQ(scores.error, 0.5);
  EXPECT_DOUBLE_EQ(scores.log_loss, -(std::log(0.9) + std::log(0.8) + 2 * std::log(0.4)) / 4);
  EXPECT_DOUBLE_EQ(scores.brier, (0.01 + 0.04 + 0.36 + 0.36) / 4);
  EXPECT_DOUBLE_EQ(scores.auc.value(), 0.75);
  EXPECT_DOUBLE_EQ(scores.ece, (0.1 + 0.2 + 0.6 + 0.6) / 4);
}

TEST(Scores, OneHalfPredictsThePositiveClass) {
  EXPECT_EQ(score_probabilities(Values{0.5}, Values{1}).error, 0);
  EXPECT_EQ(score_probabilities(Values{0.5}, Values{0}).error, 1);
}

TEST(Scores, ASureMistakeCostsAFiniteLogLoss) {
  EXPECT_DOUBLE_EQ(score_probabilities(Values{0}, Values{1}).log_loss, -std::log(1e-15));
  EXPECT_DOUBLE_EQ(score_probabilities(Values{1}, Values{0}).log_loss, -std::log(1e-15));
  EXPECT_EQ(score_probabilities(Values{1, 0}, Values{1, 0}).log_loss, 0);
}

TEST(Scores, EqualProbabilitiesCountHalfInTheAreaUnderTheCurve) {
  EXPECT_EQ(score_probabilities(Values{0.3, 0.3, 0.3}, Values{1, 0, 0}).auc, 0.5);
  EXPECT_EQ(score_probabilities(Values{0.3, 0.3, 0.1}, Values{1, 0, 0}).auc, 0.75);
}

TEST(Scores, OneClassHasNoAreaUnderTheCurve) {
  EXPECT_FALSE(score_probabilities(Values{0.3, 0.7}, Values{1, 1}).auc);
  EXPECT_FALSE(score_probabilities(Values{0.3, 0.7}, Values{0, 0}).auc);
}

TEST(Scores, BinsAreClosedAboveAndAllAreThere) {
  const Scores scores = score_probabilities(Values{0, 0.1, 0.3, 0.30000001, 1}, Values{0, 1, 1, 0, 1});
  ASSERT_EQ(scores.reliability.size(), 10U);
  const ReliabilityBin& first = scores.reliability[0];
  EXPECT_EQ(first.lower, 0);
  EXPECT_EQ(first.upper, 0.1);
  EXPECT_EQ(first.count, 2U);
  EXPECT_DOUBLE_EQ(first.mean_probability.value(), 0.05);
  EXPECT_DOUBLE_EQ(first.fraction_positive.value(), 0.5);
  EXPECT_EQ(scores.reliability[1].count, 0U);
  EXPECT_FALSE(scores.reliability[1].mean_probability || scores.reliability[1].fraction_positive);
  EXPECT_EQ(scores.reliability[2].upper, 0.3);
  EXPECT_EQ(scores.reliability[2].count, 1U);
  EXPECT_EQ(scores.reliability[3].count, 1U);
  EXPECT_EQ(scores.reliability[9].upper, 1);
  EXPECT_EQ(scores.reliability[9].count, 1U);
}

TEST(Scores, RefuseWhatIsNoProbabilityNoLabelOrNoRow) {
  EXPECT_THROW(score_probabilities(Values{1.1}, Values{1}), UsageError);
  EXPECT_THROW(score_probabilities(Values{std::numeric_limits<double>::quiet_NaN()}, Values{1}), UsageError);
  EXPECT_THROW(score_probabilities(Values{0.5}, Values{-1}), UsageError);
  EXPECT_THROW(score_probabilities(Values{0.5, 0.5}, Values{1}), UsageError);
  EXPECT_THROW(score_probabilities({}, {}), UsageError);
}

}  // namespace
}  // namespace lehr

#include "lehr/math/log_sum_exp.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace lehr {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

TEST(LogSumExp, AddsProbabilitiesGivenAsLogarithms) {
  const std::vector<double> x = {std::log(0.25), std::log(0.5), std::log(2.25)};
  EXPECT_NEAR(log_sum_exp(x), 1.0986122886681098, 1e-15);  // log 3
  EXPECT_NEAR(log_mean_exp(x), 0.0, 1e-15);
}

TEST(LogSumExp, NeitherOverflowsNorUnderflows) {
  EXPECT_DOUBLE_EQ(log_sum_exp(std::vector{1000.0, 1000.0}), 1000.6931471805599);
  EXPECT_DOUBLE_EQ(log_sum_exp(std::vector{-1000.0, -1000.0}), -999.30685281944006);
  EXPECT_DOUBLE_EQ(log_mean_exp(std::vector{-1e6, -1e6, -1e6}), -1e6);
}

TEST(LogSumExp, OfNothingOrOfImpossibleTermsIsMinusInfinity) {
  EXPECT_EQ(log_sum_exp({}), -kInfinity);
  EXPECT_EQ(log_mean_exp({}), -kInfinity);
  EXPECT_EQ(log_sum_exp(std::vector{-kInfinity, -kInfinity}), -kInfinity);
  EXPECT_EQ(log_mean_exp(std::vector{-kInfinity}), -kInfinity);
}

TEST(LogSumExp, CountsAnImpossibleTermInTheMean) {
  EXPECT_NEAR(log_mean_exp(std::vector{0.0, -kInfinity}), -0.69314718055994531, 1e-16);
}

TEST(LogSumExp, PassesOnInfinityAndNan) {
  EXPECT_EQ(log_sum_exp(std::vector{1.0, kInfinity}), kInfinity);
  EXPECT_TRUE(std::isnan(log_sum_exp(std::vector{1.0, std::numeric_limits<double>::quiet_NaN(), 2.0})));
  EXPECT_TRUE(std::isnan(log_sum_exp(std::vector{kInfinity, std::numeric_limits<double>::quiet_NaN()})));
}

}  // namespace
}  // namespace lehr

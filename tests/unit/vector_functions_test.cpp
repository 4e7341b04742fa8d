#include "lehr/math/vector_functions.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace lehr {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

double exp_of(double x) {
  exp_in_place({&x, 1});
  return x;
}

TEST(VectorExp, KnowsTheExponentialOfSmallIntegers) {
  EXPECT_EQ(exp_of(0.0), 1.0);
  EXPECT_DOUBLE_EQ(exp_of(1.0), 2.7182818284590451);
  EXPECT_DOUBLE_EQ(exp_of(-1.0), 0.36787944117144233);
  EXPECT_DOUBLE_EQ(exp_of(10.0), 22026.465794806718);
  EXPECT_DOUBLE_EQ(exp_of(-700.0), 9.8596765437597708e-305);
}

TEST(VectorExp, StaysWithinTwoUnitsInTheLastPlaceOverItsWholeRange) {
  std::vector<double> x;
  for (int k = 0; k <= 100000; ++k) x.push_back(-708 + k * 0.0141770);
  for (int k = 0; k <= 1000; ++k) x.push_back((k - 500) * 1e-3);
  std::vector<double> out = x;
  exp_in_place(out);
  for (std::size_t i = 0; i < x.size(); ++i) {
    const long double truth = std::exp(static_cast<long double>(x[i]));
    ASSERT_LT(std::abs(static_cast<double>((out[i] - truth) / truth)), 4e-16) << "x = " << x[i];
  }
}

TEST(VectorExp, IsZeroBelowMinus708AndNeverDenormal) {
  EXPECT_GE(exp_of(-708.0), std::numeric_limits<double>::min());
  EXPECT_DOUBLE_EQ(exp_of(-708.0), 3.307553003638408e-308);
  EXPECT_EQ(exp_of(-708.00000000000011), 0.0);
  EXPECT_EQ(exp_of(-745.0), 0.0);
  EXPECT_EQ(exp_of(-1e300), 0.0);
  EXPECT_EQ(exp_of(-kInfinity), 0.0);
}

TEST(VectorExp, OverflowsToInfinityWhereTheResultIsTooLarge) {
  EXPECT_LT(exp_of(709.78271289338397), kInfinity);
  EXPECT_EQ(exp_of(709.79), kInfinity);
  EXPECT_EQ(exp_of(711.0), kInfinity);
  EXPECT_EQ(exp_of(1e300), kInfinity);
  EXPECT_EQ(exp_of(kInfinity), kInfinity);
}

TEST(VectorExp, PassesOnNanOfEitherSign) {
  EXPECT_TRUE(std::isnan(exp_of(std::numeric_limits<double>::quiet_NaN())));
  EXPECT_TRUE(std::isnan(exp_of(-std::numeric_limits<double>::quiet_NaN())));
}

TEST(VectorExp, GivesTheSameBitsAtEveryPlaceOfAnArrayAndTouchesNothingBehindIt) {
  const double x = 0.12345;
  const double alone = exp_of(x);
  for (std::size_t size = 0; size <= 40; ++size) {
    std::vector<double> values(size + 1, x);
    exp_in_place(std::span(values).first(size));
    for (std::size_t i = 0; i < size; ++i) ASSERT_EQ(values[i], alone) << size << " " << i;
    ASSERT_EQ(values[size], x);
  }
}

TEST(VectorLog, StaysWithinAFewUnitsInTheLastPlace) {
  std::vector<double> x;
  for (double value = 1e-300; value < 1e300; value *= 1.0137) x.push_back(value);
  for (int k = 1; k <= 2000; ++k) x.push_back(k * 1e-3);
  std::vector<double> out = x;
  log_in_place(out);
  for (std::size_t i = 0; i < x.size(); ++i) {
    const long double truth = std::log(static_cast<long double>(x[i]));
    ASSERT_LE(std::abs(static_cast<double>(out[i] - truth)), 1e-15 * std::abs(static_cast<double>(truth)))
        << "x = " << x[i];
  }
}

}  // namespace
}  // namespace lehr

#include <lehr/diagnostics/moments.hpp>

#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

namespace lehr {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

TEST(Moments, MeanAndVarianceOfAHandfulOfNumbers) {
  const std::vector<double> values = {2, 4, 4, 4, 5, 5, 7, 9};
  EXPECT_EQ(sample_mean(values), 5);
  EXPECT_DOUBLE_EQ(sample_variance(values), 32.0 / 7);
}

TEST(Moments, EqualValuesHaveThemselvesAsMeanAndNoVariance) {
  const std::vector<double> values(1000, 0.1);
  EXPECT_EQ(sample_mean(values), 0.1);
  EXPECT_EQ(sample_variance(values), 0);
}

TEST(Moments, AnOutlierInFrontCostsNoDigit) {
  std::vector<double> ones(100000, 1);
  ones[0] = 1e15;
  EXPECT_DOUBLE_EQ(sample_mean(ones), 1e10 + 0.99999);
  EXPECT_DOUBLE_EQ(sample_variance(std::vector<double>{1e9 + 4, 1e9 + 7, 1e9 + 13, 1e9 + 16}), 30);
}

TEST(Moments, WhatDoesNotExistIsNanAndInfinityStays) {
  EXPECT_TRUE(std::isnan(sample_mean({})));
  EXPECT_TRUE(std::isnan(sample_variance(std::vector<double>{3})));
  EXPECT_EQ(sample_mean(std::vector<double>{1, kInfinity}), kInfinity);
  EXPECT_TRUE(std::isnan(sample_mean(std::vector<double>{-kInfinity, kInfinity})));
}

}  // namespace
}  // namespace lehr

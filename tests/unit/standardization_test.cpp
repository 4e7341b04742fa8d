#include <lehr/data/standardization.hpp>

#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

namespace lehr {
namespace {

Standardization learn(const std::vector<double>& values) {
  const std::optional<Standardization> learned = learn_standardization(values);
  EXPECT_TRUE(learned.has_value());
  return learned.value_or(Standardization{});
}

TEST(Standardization, LearnsMeanAndSampleStandardDeviation) {
  const Standardization s = learn({2, 4, 4, 4, 5, 5, 7, 9});
  EXPECT_EQ(s.mean, 5);
  EXPECT_DOUBLE_EQ(s.scale, std::sqrt(32.0 / 7));
  EXPECT_DOUBLE_EQ(s(9), 4 / std::sqrt(32.0 / 7));
}

TEST(Standardization, KeepsItsDigitsFarFromZero) {
  const Standardization s = learn({1e9 + 4, 1e9 + 7, 1e9 + 13, 1e9 + 16});
  EXPECT_EQ(s.mean, 1e9 + 10);
  EXPECT_DOUBLE_EQ(s.scale, std::sqrt(30.0));
}

TEST(Standardization, NeitherOverflowsNorUnderflows) {
  const Standardization huge = learn({1e300, 2e300, 3e300});
  EXPECT_DOUBLE_EQ(huge.mean, 2e300);
  EXPECT_DOUBLE_EQ(huge.scale, 1e300);
  const Standardization small = learn({1e-300, 2e-300, 3e-300});
  EXPECT_DOUBLE_EQ(small.mean, 2e-300);
  EXPECT_DOUBLE_EQ(small.scale, 1e-300);
  const Standardization wide = {-1.5e308, 1e308};
  EXPECT_DOUBLE_EQ(wide(1.5e308), 3);
}

TEST(Standardization, FindsNothingToScaleInConstantsAndNoise) {
  EXPECT_FALSE(learn_standardization(std::vector<double>{0.1, 0.1, 0.1}));
  EXPECT_FALSE(learn_standardization(std::vector<double>{0, -0.0}));
  EXPECT_FALSE(learn_standardization(std::vector<double>{5}));
  EXPECT_FALSE(learn_standardization(std::vector<double>{0.3, 0.1 + 0.2}));
  EXPECT_FALSE(learn_standardization(std::vector<double>{0, 5e-324}));
  EXPECT_TRUE(learn_standardization(std::vector<double>{1, 1 + 1e-12}));
}

}  // namespace
}  // namespace lehr

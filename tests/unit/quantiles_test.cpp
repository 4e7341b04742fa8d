#include <lehr/diagnostics/quantiles.hpp>

#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

namespace lehr {
namespace {

TEST(Quantiles, LieLinearlyBetweenTheSortedValues) {
  const std::vector<double> values = {4, 1, 3, 2};
  EXPECT_DOUBLE_EQ(quantile(values, 0), 1);
  EXPECT_DOUBLE_EQ(quantile(values, 0.05), 1.15);
  EXPECT_DOUBLE_EQ(quantile(values, 0.5), 2.5);
  EXPECT_DOUBLE_EQ(quantile(values, 0.95), 3.85);
  EXPECT_DOUBLE_EQ(quantile(values, 1), 4);
}

TEST(Quantiles, AWholePositionGivesAValueItself) {
  std::vector<double> values;
  for (int i = 0; i <= 100; ++i) values.push_back(i / 7.0);
  EXPECT_EQ(quantile(values, 0.05), 5 / 7.0);
  EXPECT_EQ(quantile(values, 0.95), 95 / 7.0);
}

TEST(Quantiles, EqualNeighboursGiveTheirValueExactly) {
  for (std::size_t size = 2; size < 100; ++size) {
    EXPECT_EQ(quantile(std::vector<double>(size, 0.1), 0.95), 0.1);
    EXPECT_EQ(quantile(std::vector<double>(size, 0.7), 0.05), 0.7);
  }
  EXPECT_EQ(quantile(std::vector<double>{0.1}, 0.35), 0.1);
}

TEST(Quantiles, NanAndNothingGiveNan) {
  EXPECT_TRUE(std::isnan(quantile({}, 0.5)));
  EXPECT_TRUE(std::isnan(quantile(std::vector<double>{1, std::numeric_limits<double>::quiet_NaN(), 2}, 0.5)));
}

}  // namespace
}  // namespace lehr

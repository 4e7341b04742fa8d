#include <lehr/diagnostics/diagnostics.hpp>

#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

// The numbers come from the definitions by hand; tests/oracle compares with R on many more draws.
namespace lehr {
namespace {

using Values = std::vector<double>;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

TEST(Diagnostics, EffectiveSizeOfTheMeanByHand) {
  // The halves are equal and centred on 0: 3, -1, 1, -2, 0, -1 has the autocovariances 16, -6, 4, -4, 1, -3 over 6, and
  // W = 16 / 5, V = 16 / 6. So rho_1 = -0.575, rho_2 = 0.05, rho_3 = -0.45; the pair of lag 2 is negative and ends the
  // sum, but its first member still counts once: tau = -1 + 2 (1 - 0.575) + 0.05 < 0, which the bound cuts at
  // 1 / log10(12).
  const Values antithetic = {3, -1, 1, -2, 0, -1, 3, -1, 1, -2, 0, -1};
  EXPECT_NEAR(ess_mean({antithetic, 12}).value(), 12 * std::log10(12), 1e-12);
  // Rising halves 1 ... 6: autocovariances 17.5, 8.75, 1, ... over 6, W = 3.5, V = 17.5 / 6, rho_1 = 0.3, and
  // rho_2 + rho_3 < 0 with rho_2 < 0: tau = -1 + 2 (1 + 0.3).
  const Values rising = {1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 6};
  EXPECT_NEAR(ess_mean({rising, 12}).value(), 12 / 1.6, 1e-12);
  EXPECT_NEAR(mcse_mean({rising, 12}).value(), std::sqrt(35.0 / 11 * 1.6 / 12), 1e-12);
}

TEST(Diagnostics, RhatOfChainsThatAgreeAndDisagree) {
  // Equal halves have no variance between them: sqrt((n - 1) / n) with n = 3, also folded.
  const Values same = {1, 2, 4, 1, 2, 4, 1, 2, 4, 1, 2, 4};
  EXPECT_NEAR(rhat({same, 6}).value(), std::sqrt(2.0 / 3), 1e-14);
  const Values apart = {1, 2, 3, 1.5, 2.5, 3.5, 101, 102, 103, 101.5, 102.5, 103.5};
  EXPECT_GT(rhat({apart, 6}).value(), 1.5);
}

TEST(Diagnostics, DependOnRanksOnlyExceptForTheMean) {
  const Values values = {0.1, 0.2, 0.3, 0.5, 0.4, 0.6, 0.05, 0.45, 0.7, 0.9, 0.95, 0.8};
  Values exponentials;
  for (const double value : values) exponentials.push_back(std::exp(9 * value));
  EXPECT_EQ(ess_bulk({values, 12}), ess_bulk({exponentials, 12}));
  EXPECT_NE(ess_mean({values, 12}), ess_mean({exponentials, 12}));
}

TEST(Diagnostics, TheMiddleDrawOfAnOddNumberIsLeftOut) {
  const Values even = {1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 6};
  const Values odd = {1, 2, 3, 4, 5, 6, 77, 1, 2, 3, 4, 5, 6};
  EXPECT_EQ(ess_mean({even, 12}), ess_mean({odd, 13}));
  EXPECT_EQ(ess_bulk({even, 12}), ess_bulk({odd, 13}));
}

TEST(Diagnostics, AreEmptyForConstantDraws) {
  const Values constant(40, 0.1);
  const DrawsView view{constant, 10};
  EXPECT_FALSE(rhat(view) || ess_bulk(view) || ess_tail(view) || ess_mean(view) || mcse_mean(view));
}

TEST(Diagnostics, RhatIsInfiniteForChainsThatStandStillAtDifferentPlaces) {
  Values still(20, 0.1);
  still.insert(still.end(), 20, 0.3);
  still.insert(still.end(), 20, 0.7);
  EXPECT_EQ(rhat({still, 20}), kInfinity);
}

TEST(Diagnostics, AreEmptyForNan) {
  Values values = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
  values[2] = kNan;
  const DrawsView view{values, 12};
  EXPECT_FALSE(rhat(view) || ess_bulk(view) || ess_tail(view) || ess_mean(view) || mcse_mean(view));
}

TEST(Diagnostics, AnInfiniteDrawHasARankButNoMean) {
  Values values = {1, 4, 2, 8, 5, 7, 3, 9, 6, 0, 11, 10};
  const auto finite = ess_bulk({values, 12});
  values[10] = kInfinity;
  EXPECT_EQ(ess_bulk({values, 12}), finite);
  EXPECT_TRUE(rhat({values, 12}));
  EXPECT_FALSE(ess_tail({values, 12}) || ess_mean({values, 12}) || mcse_mean({values, 12}));
}

TEST(Diagnostics, NeedFourDrawsForRhatAndSixForEffectiveSizes) {
  const Values values = {1, 4, 2, 8, 5, 7};
  const std::span<const double> all = values;
  EXPECT_FALSE(rhat({all.first(3), 3}));
  EXPECT_TRUE(rhat({all.first(4), 4}));
  EXPECT_FALSE(ess_bulk({all.first(5), 5}) || ess_tail({all.first(5), 5}) || ess_mean({all.first(5), 5}));
  EXPECT_TRUE(ess_bulk({all, 6}) && ess_tail({all, 6}) && ess_mean({all, 6}));
  EXPECT_FALSE(rhat({}) || ess_bulk({}) || ess_tail({}) || ess_mean({}) || mcse_mean({}));
}

}  // namespace
}  // namespace lehr

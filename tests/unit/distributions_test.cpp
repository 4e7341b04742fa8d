#include <lehr/random/distributions.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

namespace lehr {
namespace {

constexpr int kDraws = 1'000'000;
// 5.5 standard errors: false alarm 4e-8 for each of at most 12 comparisons, below 1e-6 in all.
constexpr double kStandardErrors = 5.5;

TEST(Uniform, IsNeverZeroNorOneAndHasTheMomentsOfTheUnitInterval) {
  Stream stream({.seed = 1, .purpose = Purpose::simulation});
  double sum = 0;
  double squares = 0;
  for (int i = 0; i < kDraws; ++i) {
    const double u = draw_uniform(stream);
    ASSERT_GT(u, 0);
    ASSERT_LT(u, 1);
    sum += u;
    squares += u * u;
  }
  EXPECT_NEAR(sum / kDraws, 0.5, kStandardErrors * std::sqrt(1.0 / 12 / kDraws));
  EXPECT_NEAR(squares / kDraws, 1.0 / 3, kStandardErrors * std::sqrt(4.0 / 45 / kDraws));
}

TEST(Uniform, OfTheExtremeWordsStaysInside) {
  // The formula of draw_uniform at the words 0 and 2^64 - 1.
  EXPECT_GT((0.0 + 0.5) * 0x1p-52, 0);
  EXPECT_LT((static_cast<double>(~std::uint64_t{0} >> 12U) + 0.5) * 0x1p-52, 1);
}

TEST(Normal, HasTheMomentsAndTailsOfTheNormal) {
  Stream stream({.seed = 2, .purpose = Purpose::simulation});
  std::vector<double> x(kDraws);
  fill_normal(stream, x);
  double moments[5] = {};
  int beyond_two = 0;
  int beyond_four = 0;
  for (const double value : x) {
    for (int k = 1; k <= 4; ++k) moments[k] += std::pow(value, k) / kDraws;
    beyond_two += std::abs(value) > 2;
    beyond_four += std::abs(value) > 4;
  }
  // E X^k, and the variance of X^k: E X^2k - (E X^k)^2.
  EXPECT_NEAR(moments[1], 0, kStandardErrors * std::sqrt(1.0 / kDraws));
  EXPECT_NEAR(moments[2], 1, kStandardErrors * std::sqrt(2.0 / kDraws));
  EXPECT_NEAR(moments[3], 0, kStandardErrors * std::sqrt(15.0 / kDraws));
  EXPECT_NEAR(moments[4], 3, kStandardErrors * std::sqrt(96.0 / kDraws));
  constexpr double kTwo = 0.045500263896358414;
  constexpr double kFour = 6.334248366623996e-05;
  EXPECT_NEAR(double(beyond_two) / kDraws, kTwo, kStandardErrors * std::sqrt(kTwo / kDraws));
  EXPECT_NEAR(double(beyond_four) / kDraws, kFour, kStandardErrors * std::sqrt(kFour / kDraws));
}

TEST(Normal, NeighboursAreUncorrelated) {
  Stream stream({.seed = 3, .purpose = Purpose::simulation});
  std::vector<double> x(kDraws);
  fill_normal(stream, x);
  double product = 0;
  for (std::size_t i = 1; i < x.size(); ++i) product += x[i] * x[i - 1] / kDraws;
  EXPECT_NEAR(product, 0, kStandardErrors * std::sqrt(1.0 / kDraws));
}

TEST(Normal, OneAtATimeOrManyAtOnceAreTheSameDraws) {
  Stream one({.seed = 4, .purpose = Purpose::simulation});
  Stream many({.seed = 4, .purpose = Purpose::simulation});
  std::vector<double> x(1000);
  fill_normal(many, x);
  for (const double value : x) ASSERT_EQ(draw_normal(one), value);
}

}  // namespace
}  // namespace lehr

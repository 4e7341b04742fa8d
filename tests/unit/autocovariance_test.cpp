#include <lehr/diagnostics/autocovariance.hpp>

#include <vector>

#include <gtest/gtest.h>

namespace lehr {
namespace {

using Values = std::vector<double>;

void expect_near(const Values& values, const Values& expected) {
  ASSERT_EQ(values.size(), expected.size());
  for (std::size_t i = 0; i < values.size(); ++i) EXPECT_NEAR(values[i], expected[i], 1e-14) << "lag " << i;
}

TEST(Autocovariance, OfOneChainByHand) {
  // Centred: -2, 1, 0, 1, 0.
  const Values chain = {1, 4, 3, 4, 3};
  expect_near(mean_autocovariance({chain, 5}), {6 / 5.0, -2 / 5.0, 1 / 5.0, -2 / 5.0, 0});
}

TEST(Autocovariance, IsAveragedOverChainsEachAboutItsOwnMean) {
  // Centred: (-1, 0, 1), (1, -1, 0), (0, 0, 0).
  const Values chains = {-1, 0, 1, 101, 99, 100, 7, 7, 7};
  expect_near(mean_autocovariance({chains, 3}), {4 / 9.0, -1 / 9.0, -1 / 9.0});
}

TEST(Autocovariance, OfSingleDrawsIsZero) {
  const Values chains = {3, 4};
  expect_near(mean_autocovariance({chains, 1}), {0});
}

}  // namespace
}  // namespace lehr

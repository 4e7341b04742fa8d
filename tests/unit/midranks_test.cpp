#include <lehr/diagnostics/midranks.hpp>

#include <vector>

#include <gtest/gtest.h>

namespace lehr {
namespace {

using Values = std::vector<double>;

TEST(Midranks, CountFromOneInSortedOrder) { EXPECT_EQ(midranks(Values{0.3, -1, 8, 0.1}), (Values{3, 1, 4, 2})); }

TEST(Midranks, EqualValuesShareTheMeanOfTheirPlaces) {
  EXPECT_EQ(midranks(Values{5, 1, 5, 0, 5, 1}), (Values{5, 2.5, 5, 1, 5, 2.5}));
  EXPECT_EQ(midranks(Values{0.0, -0.0}), (Values{1.5, 1.5}));
}

TEST(Midranks, NothingHasNoRanks) { EXPECT_TRUE(midranks({}).empty()); }

}  // namespace
}  // namespace lehr

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include <lehr/samplers/climb.hpp>

namespace lehr {
namespace {

EvaluatedPoint on_a_long_hill(const std::vector<double>& x) {
  const double a = x[0] - 1;
  const double b = x[1] + 2;
  return {x, -0.5 * (a * a + 25 * b * b + 4 * a * b), {-a - 2 * b, -25 * b - 2 * a}};
}

TEST(Climb, ReachesTheNeighbourhoodOfTheTopOfALongHill) {
  Climb climb(on_a_long_hill({6, 3}));
  int evaluations = 0;
  while (!climb.finished()) {
    climb.take(on_a_long_hill(climb.next()));
    ++evaluations;
  }
  EXPECT_GT(climb.top().log_density, -0.3);
  EXPECT_LE(evaluations, 20);
}

TEST(Climb, TakesShorterStepsWhereTheNumbersBreakDown) {
  Climb climb({{0}, 0, {1}});
  const double first = climb.next()[0];
  climb.take({climb.next(), -std::numeric_limits<double>::infinity(), {}});
  EXPECT_GT(climb.next()[0], 0);
  EXPECT_LT(climb.next()[0], first);
  while (!climb.finished()) climb.take({climb.next(), -std::numeric_limits<double>::infinity(), {}});
  EXPECT_EQ(climb.top().log_theta[0], 0);
}

TEST(Climb, IsOverBeforeItBeginsWithoutASlope) { EXPECT_TRUE(Climb({{0}, 0, {}}).finished()); }

}  // namespace
}  // namespace lehr

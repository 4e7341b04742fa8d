#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>

#include <experiments/program/contours.hpp>

namespace lehr::reproduce {
namespace {

const report::Axis kX{-2, 2, 0, 400};
const report::Axis kY{-2, 2, 0, 400};

TEST(Contours, OfADiscAreOneClosedCurveAtItsRadius) {
  const Surface disc(-2, 2, 81, [](double x, double y) { return x * x + y * y; });
  std::string commands = disc.contour(1, kX, kY);
  EXPECT_EQ(std::count(commands.begin(), commands.end(), 'M'), 1);
  ASSERT_TRUE(commands.ends_with('Z'));
  int points = 0;
  for (std::size_t begin = 0; begin + 1 < commands.size();) {
    const std::size_t end = commands.find_first_of("LZ", begin + 1);
    double x = 0;
    double y = 0;
    ASSERT_EQ(std::sscanf(commands.c_str() + begin + 1, "%lf %lf", &x, &y), 2);
    EXPECT_NEAR(std::hypot(x - 200, y - 200), 100, 0.2);
    ++points;
    begin = end;
  }
  EXPECT_GT(points, 100);
}

TEST(Contours, ThatLeaveTheSquareAreOpen) {
  const Surface slope(-2, 2, 5, [](double x, double) { return x; });
  EXPECT_EQ(slope.contour(0.5, kX, kY), "M250 0L250 100L250 200L250 300L250 400");
}

TEST(Contours, OfALevelThatIsNotReachedAreNone) {
  const Surface flat(-2, 2, 5, [](double, double) { return 1; });
  EXPECT_EQ(flat.contour(2, kX, kY), "");
  EXPECT_EQ(flat.highest(), 1);
}

}  // namespace
}  // namespace lehr::reproduce

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include <lehr/random/distributions.hpp>
#include <lehr/samplers/surrogate.hpp>

#include "support/central_difference.hpp"

namespace lehr {
namespace {

/// A hill with a ripple on it, seen at random points.
double hill(double x, double y) { return -0.5 * (x * x + 2 * y * y + x * y) + 0.3 * std::sin(2 * x); }

Surrogate learned_hill() {
  Learned learned;
  Stream stream({3, Purpose::tuning});
  for (int i = 0; i < 400; ++i) {
    const std::vector<double> point = {1.2 * draw_normal(stream), 0.8 * draw_normal(stream)};
    learned.path.push_back(point);
    learned.points.push_back({point, hill(point[0], point[1])});
  }
  Surrogate surrogate;
  EXPECT_TRUE(surrogate.learn(learned));
  return surrogate;
}

TEST(Surrogate, FollowsWhatItLearnedUpToAConstant) {
  const Surrogate surrogate = learned_hill();
  EXPECT_LT(surrogate.error(), 0.02);
  const auto at = [&](double x, double y) {
    Surrogate::Point slope;
    return surrogate(surrogate.coordinates().to_u(std::vector{x, y}), slope);
  };
  EXPECT_NEAR(at(0.5, 0.3) - at(-0.7, 0.1), hill(0.5, 0.3) - hill(-0.7, 0.1), 0.05);
}

TEST(Surrogate, HasTheSlopeOfItsValues) {
  const Surrogate surrogate = learned_hill();
  for (const auto& [x, y] : {std::pair{0.2, -0.4}, {1.5, 1.0}, {-0.01, 0.0}, {8.0, 3.0}, {-20.0, 40.0}}) {
    Surrogate::Point u(2);
    u << x, y;
    Surrogate::Point slope;
    surrogate(u, slope);
    for (Index k = 0; k < 2; ++k) {
      const auto along = [&](double value) {
        Surrogate::Point moved = u;
        moved(k) = value;
        Surrogate::Point unused;
        return surrogate(moved, unused);
      };
      EXPECT_NEAR(slope(k), testing_support::central_difference(along, u(k), 1e-3), 1e-6 * (1 + std::abs(slope(k))))
          << x << ", " << y;
    }
  }
}

}  // namespace
}  // namespace lehr

#include <lehr/parameters/parameter_space.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include <lehr/random/stream.hpp>

#include "support/central_difference.hpp"

namespace lehr {
namespace {

Parameter gamma(double shape, double rate) { return {.name = "size", .prior = GammaPrior{shape, rate}}; }

TEST(Parameter, DensityOfTheGammaPriorIsRight) {
  EXPECT_DOUBLE_EQ(gamma(1, 2).prior_density(0.5), 2 * std::exp(-1));
  EXPECT_NEAR(gamma(3, 1).prior_density(2), 2 * std::exp(-2), 1e-15);
  EXPECT_EQ(gamma(3, 1).prior_density(-1), 0);
}

TEST(Parameter, NormalPriorOfTheLogIsLogNormal) {
  const Parameter scale{.name = "scale", .prior = NormalPrior{0.5, 2}};
  const double u = 1.7;
  const double density = std::exp(-0.5 * std::pow((u - 0.5) / 2, 2)) / (2 * std::sqrt(2 * M_PI));
  EXPECT_NEAR(std::exp(scale.log_prior(u)), density, 1e-15);
  EXPECT_NEAR(scale.prior_density(std::exp(u)), density / std::exp(u), 1e-15);
}

TEST(Parameter, IdentityLeavesItAsItIs) {
  const Parameter place{.name = "place", .transform = Transform::identity, .prior = NormalPrior{-1, 3}};
  EXPECT_EQ(place.natural(-4.2), -4.2);
  EXPECT_EQ(place.free(-4.2), -4.2);
  EXPECT_NEAR(place.prior_density(-1), 1 / (3 * std::sqrt(2 * M_PI)), 1e-15);
  EXPECT_EQ(place.prior_reach(), 5);
}

TEST(Parameter, ItsPriorHasAShareBelowEachQuantile) {
  const Parameter place{.name = "place", .transform = Transform::identity, .prior = NormalPrior{-1, 3}};
  for (const Parameter& parameter : {gamma(1, 1), gamma(0.3, 20), gamma(40, 2), place}) {
    for (const double share : {1e-12, 0.001, 0.3, 0.5, 0.999}) {
      EXPECT_NEAR(parameter.prior_probability(parameter.prior_quantile(share)), share, 1e-9 * share);
    }
  }
  EXPECT_NEAR(gamma(1, 2).prior_probability(std::log(0.5)), 1 - std::exp(-1), 1e-15);
}

TEST(Parameter, AllowsWhatItsTransformReachesInNumbersThatDoublesHold) {
  const Parameter size = gamma(1, 1);
  EXPECT_TRUE(size.allows(1e-300));
  for (const double theta : {0.0, -1.0, 5e-324, HUGE_VAL, std::nan("")}) EXPECT_FALSE(size.allows(theta)) << theta;
  const Parameter place{.name = "place", .transform = Transform::identity, .prior = NormalPrior{0, 1}};
  for (const double theta : {0.0, -1.0, 1e300}) EXPECT_TRUE(place.allows(theta)) << theta;
  for (const double theta : {-HUGE_VAL, std::nan("")}) EXPECT_FALSE(place.allows(theta)) << theta;
  const ParameterSpace space({size, place});
  EXPECT_TRUE(space.allows(std::vector{1.0, -1.0}));
  EXPECT_FALSE(space.allows(std::vector{-1.0, 1.0}));
  EXPECT_FALSE(space.allows(std::vector{1.0}));
}

TEST(ParameterSpace, GoesToNaturalValuesAndBack) {
  const ParameterSpace space(
      {gamma(2, 3), {.name = "place", .transform = Transform::identity, .prior = NormalPrior{0, 1}}});
  EXPECT_EQ(space.names(), (std::vector<std::string>{"size", "place"}));
  const std::vector<double> theta = space.natural(std::vector{std::log(4.0), -2.0});
  EXPECT_NEAR(theta[0], 4, 1e-15);
  EXPECT_EQ(theta[1], -2);
  EXPECT_NEAR(space.free(theta)[0], std::log(4.0), 1e-15);
}

TEST(ParameterSpace, SlopeOfThePriorAgreesWithCentralDifferences) {
  const ParameterSpace space({gamma(2.2, 0.3), {.name = "scale", .prior = NormalPrior{0.4, 1.5}}});
  const std::vector<double> at = {0.7, -1.1};
  const std::vector<double> slope = space.log_prior_gradient(at);
  for (std::size_t k = 0; k < at.size(); ++k) {
    const auto along = [&](double step) {
      std::vector<double> moved = at;
      moved[k] += step;
      return space.log_prior(moved);
    };
    EXPECT_NEAR(slope[k], testing_support::central_difference(along, 0, 1e-3), 1e-8);
  }
}

// Means of u in standard errors: 5.5 of them are a false alarm in 4e-8 of all worlds.
TEST(ParameterSpace, DrawsFollowTheirPriors) {
  const ParameterSpace space({gamma(1.1, 0.1), {.name = "scale", .prior = NormalPrior{0.4, 1.5}}});
  Stream stream({.seed = 3, .purpose = Purpose::simulation});
  constexpr int kDraws = 40000;
  double mean_theta = 0;
  double mean_u = 0;
  for (int i = 0; i < kDraws; ++i) {
    const std::vector<double> u = space.draw_prior(stream);
    mean_theta += std::exp(u[0]) / kDraws;
    mean_u += u[1] / kDraws;
  }
  EXPECT_NEAR(mean_theta, 11, 5.5 * std::sqrt(110.0 / kDraws));
  EXPECT_NEAR(mean_u, 0.4, 5.5 * 1.5 / std::sqrt(kDraws));
}

}  // namespace
}  // namespace lehr

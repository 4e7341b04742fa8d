#include <lehr/posterior/conditional.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>

#include <lehr/math/normal.hpp>

namespace lehr {
namespace {

Parameter standard_normal() { return {.name = "u", .transform = Transform::identity, .prior = NormalPrior{0, 1}}; }

using LogEvidence = std::function<double(double)>;

/// With nodes at these values, and where it asks for more.
Conditional found(const Parameter& parameter, const LogEvidence& log_evidence, const std::vector<double>& values) {
  std::vector<ConditionalNode> nodes;
  for (const double u : values) nodes.push_back({u, log_evidence(u)});
  Conditional conditional(parameter, nodes);
  while (const auto next = conditional.next_node()) {
    conditional.add({*next, log_evidence(*next)});
    if (conditional.size() > 60) break;
  }
  return conditional;
}

const std::vector<double> kWide = {-3, -2, -1, 0, 1, 2, 3};

TEST(Conditional, IsThePriorWhereTheDataSayNothing) {
  const Parameter parameter = standard_normal();
  const Conditional flat = found(parameter, [](double) { return -70; }, {-3, 3});
  EXPECT_EQ(flat.size(), 2U) << "no node is worth its price";
  for (const double cut : {-5.0, -1.3, 0.0, 0.4, 4.0}) EXPECT_NEAR(flat.share_below(cut), normal_cdf(cut), 1e-6);
}

// N(0, 1) times N(1, s^2) is N(1 / (1 + s^2), s^2 / (1 + s^2)).
TEST(Conditional, OfANormalLikelihoodIsNormal) {
  const Parameter parameter = standard_normal();
  for (const double s : {2.0, 0.7, 0.2, 0.03}) {
    const Conditional law =
        found(parameter, [&](double u) { return 500 - 0.5 * std::pow((u - 1) / s, 2); }, {-3, -2, -1, 0, 1.1, 2, 3});
    EXPECT_LT(law.size(), 30U);
    const double mean = 1 / (1 + s * s);
    const double sd = s / std::sqrt(1 + s * s);
    for (const double z : {-3.0, -1.0, 0.0, 0.5, 2.0}) {
      EXPECT_NEAR(law.share_below(mean + z * sd), normal_cdf(z), 0.002) << s << " " << z;
    }
  }
}

TEST(Conditional, FollowsThePriorOnAPlateau) {
  const Parameter parameter{.name = "lengthscale", .prior = GammaPrior{1, 1}};
  const auto step = [](double u) { return -3 / (1 + std::exp(-4 * (u + 2))); };  // 0 to the left, -3 to the right
  const Conditional law = found(parameter, step, {-6.9, -3, -1, 0, 1, 1.9});
  double below = 0;
  double total = 0;
  constexpr double kStep = 0.001;
  for (double u = -30; u < 5; u += kStep) {
    const double mass = kStep * std::exp(parameter.log_prior(u) + step(u));
    total += mass;
    if (u < -4) below += mass;
  }
  EXPECT_NEAR(law.share_below(-4), below / total, 0.001);
  EXPECT_NEAR(law.share_below(-9) / law.share_below(-8),
              parameter.prior_probability(-9) / parameter.prior_probability(-8), 1e-6);
}

TEST(Conditional, LooksFurtherOutWhereATailCounts) {
  const Parameter parameter = standard_normal();
  const auto rising = [](double u) { return 5 * u; };  // the posterior is N(5, 1)
  const Conditional law = found(parameter, rising, kWide);
  EXPECT_NEAR(law.share_below(5), 0.5, 0.02);
  EXPECT_NEAR(law.share_below(6), normal_cdf(1), 0.02);
}

TEST(Conditional, FindsASecondModeBetweenItsNodes) {
  const Parameter parameter = standard_normal();
  const auto modes = [](double u) {
    return std::log(std::exp(-0.5 * std::pow((u + 1.5) / 0.3, 2)) + std::exp(-0.5 * std::pow((u - 1.5) / 0.3, 2)));
  };
  EXPECT_NEAR(found(parameter, modes, kWide).share_below(0), 0.5, 0.002);
}

TEST(Conditional, DoesNotSwingBesideACliff) {
  const Parameter parameter = standard_normal();
  const Conditional law(parameter, {{-3, 0}, {-1, 0}, {0, -50}, {3, -50}});
  EXPECT_NEAR(law.share_below(-2) / law.share_below(-1), normal_cdf(-2) / normal_cdf(-1), 1e-6);
}

TEST(Conditional, HasNothingWhereChainsNeverGo) {
  const Parameter parameter = standard_normal();
  const auto half = [](double u) { return u > 1 ? -std::numeric_limits<double>::infinity() : 0.0; };
  const Conditional law = found(parameter, half, kWide);
  EXPECT_NEAR(law.share_below(0), 0.5 / normal_cdf(1), 0.02);
  EXPECT_NEAR(law.share_below(1.5), 1, 1e-3);
}

TEST(Conditional, ItsShareRisesFromZeroToOne) {
  const Parameter parameter = standard_normal();
  const Conditional law = found(
      parameter, [](double u) { return 3 * std::sin(4 * u); }, kWide);
  double last = 0;
  for (double cut = -12; cut < 12; cut += 0.01) {
    const double share = law.share_below(cut);
    ASSERT_GE(share, last - 1e-9) << cut;
    last = share;
  }
  EXPECT_NEAR(last, 1, 1e-12);
  EXPECT_NEAR(law.share_below(-40), 0, 1e-12);
}

TEST(Conditional, TellsTheNoiseWhereItsMassIs) {
  const Parameter parameter = standard_normal();
  const Conditional law(parameter, {{-3, 0, 9}, {-1, 0, 0.1}, {0, 0, 0.1}, {1, 0, 0.1}, {3, 0, 0.1}});
  EXPECT_GT(law.noise(), 0.1);
  const Conditional same(parameter, {{-3, 0, 0.1}, {0, 0, 0.1}, {3, 0, 0.1}});
  EXPECT_NEAR(same.noise(), 0.1, 1e-12);
}

}  // namespace
}  // namespace lehr

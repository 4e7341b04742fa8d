#include <gtest/gtest.h>

#include <cmath>

#include <experiments/program/two_points.hpp>

namespace lehr::reproduce {
namespace {

constexpr Point kSomewhere = {1.3, -0.4};
constexpr Point kElsewhere = {4.0, 2.5};

TEST(TwoPoints, HaveTheirPriorAndLikelihoodInClosedForm) {
  const TwoPoints points("prior");  // tau is so short that the two values are independent: exp(-4 / tau^2) = 1e-13
  EXPECT_NEAR(points.log_prior(kSomewhere), -(1.3 * 1.3 + 0.4 * 0.4) / 30, 1e-10);
  const auto log_phi = [](double x) { return std::log(0.5 * std::erfc(-x / std::sqrt(2))); };
  EXPECT_NEAR(points.log_likelihood(kSomewhere), log_phi(1.3) + log_phi(-0.4), 1e-12);
}

TEST(TwoPoints, EndAtThePosteriorWhateverTheyBeginWith) {
  for (const char* approximation : {"prior", "laplace"}) {
    const TwoPoints points(approximation);
    const auto log_posterior = [&](const Point& f) { return points.log_prior(f) + points.log_likelihood(f); };
    EXPECT_NEAR(points.log_density(1, kElsewhere) - points.log_density(1, kSomewhere),
                log_posterior(kElsewhere) - log_posterior(kSomewhere), 1e-10);
  }
}

TEST(TwoPoints, CarrySamplesFromQToThePosterior) {
  const TwoPoints points("prior");
  constexpr int kSamples = 20000;
  double before = 0;
  double after = 0;
  for (int sample = 0; sample < kSamples; ++sample) {
    const std::vector<Point> way = points.carry({0, 1, 1, 1, 1, 1, 1, 1, 1}, 1, static_cast<std::uint64_t>(sample));
    before += way.front()[0] / kSamples;
    after += way.back()[0] / kSamples;
  }
  // The posterior's mean is 2 * 15 / sqrt(16) * phi(0), its sd below 15^1/2; 5 standard errors (1e-6 by chance), and
  // what the eight moves still leave of the start.
  EXPECT_NEAR(before, 0, 5 * std::sqrt(15.0 / kSamples));
  EXPECT_NEAR(after, 2 * 15 / std::sqrt(16.0) / std::sqrt(2 * M_PI), 5 * std::sqrt(15.0 / kSamples) + 0.02);
}

}  // namespace
}  // namespace lehr::reproduce

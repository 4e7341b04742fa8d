#include <lehr/api/simulate.hpp>

#include <algorithm>
#include <cmath>
#include <string>

#include <gtest/gtest.h>

#include <lehr/api/evidence.hpp>
#include <lehr/base/errors.hpp>

namespace lehr {
namespace {

TEST(Simulate, GivesTheSizesNamesAndLabelsThatWereAskedFor) {
  const Dataset data = simulate({.rows = 50, .features = 3, .seed = 4}, {}, {2, {0.5}});
  EXPECT_EQ(data.rows, 50u);
  EXPECT_EQ(data.features, 3u);
  EXPECT_EQ(data.inputs.size(), 150u);
  EXPECT_EQ(data.responses.rows(), 50u);
  EXPECT_EQ(data.feature_names, (std::vector<std::string>{"x1", "x2", "x3"}));
  for (const double y : data.responses.value) EXPECT_TRUE(y == 1 || y == 0);
}

TEST(Simulate, TheSameSeedGivesTheSameDataAndAnotherDoesNot) {
  const KernelParameters parameters{2, {0.5}};
  const Dataset one = simulate({.rows = 40, .features = 2, .seed = 4}, {}, parameters);
  const Dataset same = simulate({.rows = 40, .features = 2, .seed = 4}, {}, parameters);
  const Dataset other = simulate({.rows = 40, .features = 2, .seed = 5}, {}, parameters);
  EXPECT_EQ(one.inputs, same.inputs);
  EXPECT_EQ(one.responses, same.responses);
  EXPECT_NE(one.inputs, other.inputs);
}

TEST(Simulate, InputsAreUniformInTheUnitCube) {
  // 5.5 standard errors: false alarm 4e-8 for each of 4 comparisons.
  const Dataset data = simulate({.rows = 1000, .features = 2, .seed = 9}, {}, {1, {1.0}});
  for (std::size_t k = 0; k < 2; ++k) {
    double mean = 0;
    double squares = 0;
    for (const double x : data.feature(k)) {
      EXPECT_GT(x, 0);
      EXPECT_LT(x, 1);
      mean += x / 1000;
      squares += x * x / 1000;
    }
    EXPECT_NEAR(mean, 0.5, 5.5 * std::sqrt(1.0 / 12 / 1000));
    EXPECT_NEAR(squares, 1.0 / 3, 5.5 * std::sqrt(4.0 / 45 / 1000));
  }
}

std::ptrdiff_t surplus(const Dataset& data) {
  return std::abs(2 * std::count(data.responses.value.begin(), data.responses.value.end(), 1.0) -
                  std::ptrdiff_t(data.rows));
}

TEST(Simulate, BalancedDataHaveAboutAsManyOfEachLabel) {
  // A latent far from zero (variance 1e4) makes labels nearly certain, and half of them lie above the median. At this
  // length-scale the latent hardly changes, so that without balance one class often takes all.
  bool unbalanced = false;
  for (const std::uint64_t seed : {1u, 2u, 3u, 4u, 5u, 6u}) {
    const SimulationSettings settings{.rows = 201, .features = 2, .balanced = true, .seed = seed};
    EXPECT_LE(surplus(simulate(settings, {}, {1e4, {3.0}})), 20) << seed;
    SimulationSettings plain = settings;
    plain.balanced = false;
    unbalanced = unbalanced || surplus(simulate(plain, {}, {1e4, {3.0}})) > 100;
  }
  EXPECT_TRUE(unbalanced);
}

TEST(Simulate, LabelsFollowTheLikelihood) {
  // Without correlation each label is +1 with probability 1/2; with a latent of huge variance neighbours agree, with a
  // tiny one they are coins. 400 neighbours on a line, sd of the share of agreements 1/40: 0.14 is 5.5 sds.
  const auto agreements = [](double variance) {
    const Dataset data = simulate({.rows = 400, .features = 1, .seed = 3}, {}, {variance, {0.2}});
    std::vector<std::pair<double, double>> sorted;
    for (std::size_t i = 0; i < data.rows; ++i) sorted.emplace_back(data.inputs[i], data.responses.value[i]);
    std::sort(sorted.begin(), sorted.end());
    int agree = 0;
    for (std::size_t i = 1; i < sorted.size(); ++i) agree += sorted[i].second == sorted[i - 1].second;
    return agree / 399.0;
  };
  EXPECT_NEAR(agreements(1e-6), 0.5, 0.14);
  EXPECT_GT(agreements(1e4), 0.9);
}

TEST(Simulate, TheEvidencePrefersTheParametersThatMadeTheData) {
  const Dataset data = simulate({.rows = 300, .features = 1, .seed = 8}, {}, {20, {0.2}});
  EvidenceSettings settings;
  settings.estimator = "approximation";
  const auto at = [&](double variance, double lengthscale) {
    return evidence(data, {}, {variance, {lengthscale}}, settings).log_evidence;
  };
  EXPECT_GT(at(20, 0.2), at(20, 0.01));
  EXPECT_GT(at(20, 0.2), at(20, 5));
  EXPECT_GT(at(20, 0.2), at(0.01, 0.2));
}

TEST(Simulate, RefusesImpossibleSettingsByName) {
  const auto message = [](const SimulationSettings& settings, const KernelParameters& parameters) -> std::string {
    try {
      simulate(settings, {}, parameters);
    } catch (const UsageError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(message({.rows = 0, .features = 2}, {1, {1.0}}), "rows must be from 1 to 100000, not 0");
  EXPECT_EQ(message({.rows = 5, .features = 0}, {1, {1.0}}), "features must be from 1 to 100000, not 0");
  EXPECT_EQ(message({.rows = 5, .features = 2}, {-1, {1.0}}), "variance must be a positive finite number, not -1");
  EXPECT_NE(message({.rows = 5, .features = 2}, {1, {1.0, 2.0, 3.0}}), "");
}

}  // namespace
}  // namespace lehr

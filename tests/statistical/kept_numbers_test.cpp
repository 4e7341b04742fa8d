// Random numbers that a chain keeps from one theta to the next: what they are good for, and how often they change. That
// the posterior stays what it is: chain_posterior_test.cpp, calibration_test.cpp.

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include <lehr/api/evidence.hpp>
#include <lehr/api/simulate.hpp>
#include <lehr/diagnostics/moments.hpp>
#include <lehr/samplers/chain.hpp>

namespace lehr {
namespace {

/// Estimates from one particle each, with the random numbers of one seed.
EvidenceReport estimates(const Dataset& data, const KernelParameters& parameters) {
  EvidenceSettings settings;
  settings.importance_samples = 1;
  settings.repeats = 400;
  settings.seed = 3;
  return evidence(data, {}, parameters, settings);
}

double correlation(const std::vector<double>& a, const std::vector<double>& b) {
  std::vector<double> sums;
  for (std::size_t i = 0; i < a.size(); ++i) sums.push_back(a[i] + b[i]);
  const double of_a = sample_variance(a);
  const double of_b = sample_variance(b);
  return (sample_variance(sums) - of_a - of_b) / (2 * std::sqrt(of_a * of_b));
}

// By chance the correlation of 400 pairs is above 0.3 in less than one of 1e8; of numbers that are tied to the place in
// the order it is 0.2 here, of those tied to the rows 0.9.
TEST(KeptNumbers, ShareMostOfTheirNoiseAtNeighbouringThetas) {
  for (const std::size_t rows : {100U, 400U}) {  // dense, and of low rank
    const Dataset data = simulate({.rows = rows, .features = 2, .balanced = true, .seed = 5}, {}, {20, {0.5}});
    const EvidenceReport here = estimates(data, {20, {0.5}});
    const EvidenceReport there = estimates(data, {35, {0.65}});
    EXPECT_EQ(here.rank.has_value(), rows == 400);
    EXPECT_EQ(there.rank.has_value(), rows == 400);
    EXPECT_GT(correlation(here.log_estimates, there.log_estimates), 0.7) << rows << " rows";
  }
}

/// With the same random numbers its estimate is that of the state, and the chain accepts it.
class StandingStill final : public Proposal {
 public:
  Proposed propose(std::span<const double> log_theta, std::uint64_t /*iteration*/, Stream& /*stream*/) const override {
    return {{log_theta.begin(), log_theta.end()}, 0};
  }
};

TEST(KeptNumbers, AreRenewedInAQuarterOfTheMovesByGhkAndInEveryOneByOthers) {
  const Dataset data = simulate({.rows = 12, .features = 1, .seed = 5}, {}, {5, {0.5}});
  const Model model({}, data.feature_names);
  for (const char* estimator : {"look-ahead", "is"}) {
    const EvidenceMethod method = choose_chain_method({.estimator = estimator}, model.likelihood(), data.rows);
    PseudoMarginalChain chain({data, model, method, 4, 5, 0, false, 1});
    std::optional<ChainState> state = chain.start({1.5, -0.5});
    ASSERT_TRUE(state.has_value());
    const StandingStill proposal;
    double moves = 0;
    double renewed = 0;
    for (std::uint64_t iteration = 1; iteration <= 2000; ++iteration) {
      const std::uint64_t before = state->numbers_from;
      const double estimate_before = state->log_estimate;
      if (!chain.step(*state, iteration, proposal).accepted) continue;
      ++moves;
      if (state->numbers_from == iteration) {
        ++renewed;
      } else {
        EXPECT_EQ(state->numbers_from, before);
        EXPECT_EQ(state->log_estimate, estimate_before);
      }
    }
    // New ones are nearly all accepted, too. Five standard errors: one false alarm in two million, with a fixed seed.
    const double expected = std::string(estimator) == "look-ahead" ? kRenewalProbability : 1;
    EXPECT_GT(moves, 1500);
    EXPECT_NEAR(renewed / moves, expected, 5 * std::sqrt(expected * (1 - expected) / moves)) << estimator;
  }
}

}  // namespace
}  // namespace lehr

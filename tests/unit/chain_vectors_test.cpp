// Vectors of a chain's state that are drawn later, or never.

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <lehr/samplers/chain.hpp>

#include "support/example_data.hpp"

namespace lehr {
namespace {

constexpr std::uint64_t kIterations = 12;

/// To and fro between two points, in each of which chains stay now and then.
class ToAndFro final : public Proposal {
 public:
  Proposed propose(std::span<const double> log_theta, std::uint64_t /*iteration*/, Stream& /*stream*/) const override {
    return {log_theta[0] > 1 ? std::vector{0.8, -0.2} : std::vector{1.5, -0.4}, 0};
  }
};

/// The chain's states after each iteration, and whether it had accepted. The vectors of the first `later` ones are left
/// for later.
std::vector<std::pair<ChainState, bool>> walk(const Dataset& data, const Model& model, const EvidenceMethod& method,
                                              std::uint64_t later) {
  PseudoMarginalChain chain({.data = data,
                             .model = model,
                             .method = method,
                             .samples = 2,
                             .seed = 3,
                             .chain = 1,
                             .keep_latents = true,
                             .threads = 1});
  std::optional<ChainState> state = chain.start({1.5, -0.4});
  std::vector<std::pair<ChainState, bool>> states;
  if (!state) return states;
  for (std::uint64_t iteration = 1; iteration <= kIterations; ++iteration) {
    const DrawVectors vectors = iteration <= later ? DrawVectors::later : DrawVectors::now;
    const bool accepted = chain.step(*state, iteration, ToAndFro(), vectors).accepted;
    if (iteration == later) {
      EXPECT_TRUE(chain.complete(*state));
    }
    states.emplace_back(*state, accepted);
  }
  return states;
}

TEST(ChainVectors, HaveTheSameBitsWhenTheyAreDrawnLater) {
  std::vector<std::size_t> rows;
  for (std::size_t i = 0; i < 40; ++i) rows.push_back(i % 30);  // equal ones, so that draws take jitter
  const Dataset data = testing_support::with_rows(testing_support::wavy_data(30, 2), rows);
  constexpr std::array<std::pair<const char*, const char*>, 5> kWays = {{{"probit", "look-ahead"},
                                                                         {"probit", "approximation"},
                                                                         {"probit", "ais"},
                                                                         {"logit", "look-ahead"},
                                                                         {"logit", "approximation"}}};
  for (const auto& [likelihood, estimator] : kWays) {
    const std::string what = std::string(likelihood) + " " + estimator;
    const Model model({.likelihood = likelihood}, data.feature_names);
    const EvidenceMethod method = choose_chain_method({.estimator = estimator}, model.likelihood(), data.rows);
    const auto at_once = walk(data, model, method, 0);
    ASSERT_EQ(at_once.size(), kIterations);
    int stays = 0;
    for (std::uint64_t later = 1; later <= kIterations; ++later) {
      const auto states = walk(data, model, method, later);
      stays += int(!states[later - 1].second);
      for (std::uint64_t i = later; i <= kIterations; ++i) {
        EXPECT_EQ(states[i - 1].second, at_once[i - 1].second) << what;
        EXPECT_EQ(pack(states[i - 1].first), pack(at_once[i - 1].first)) << what << " " << later << " " << i;
      }
    }
    EXPECT_GE(stays, 1) << what << ": the last proposal was always where the state is";
  }
}

TEST(ChainVectors, AreLeftOutUntilTheyAreAskedFor) {
  const Dataset data = testing_support::wavy_data(20, 2);
  const Model model({}, data.feature_names);
  const EvidenceMethod method = choose_chain_method({}, model.likelihood(), data.rows);
  PseudoMarginalChain chain({.data = data,
                             .model = model,
                             .method = method,
                             .samples = 2,
                             .seed = 3,
                             .chain = 1,
                             .keep_latents = true,
                             .threads = 1});
  std::optional<ChainState> state = chain.start({1.5, -0.4});
  ASSERT_TRUE(state.has_value());
  EXPECT_FALSE(state->undrawn.has_value());
  std::uint64_t iteration = 1;
  while (!chain.step(*state, iteration, ToAndFro(), DrawVectors::later).accepted) ++iteration;
  ASSERT_TRUE(state->undrawn.has_value());
  EXPECT_EQ(state->undrawn->iteration, iteration);
  EXPECT_EQ(state->state.size(), 0);
  const double estimate = state->log_estimate;
  ASSERT_TRUE(chain.complete(*state));
  EXPECT_FALSE(state->undrawn.has_value());
  EXPECT_EQ(state->state.size(), 20);
  EXPECT_EQ(state->alpha.size(), 20);
  EXPECT_EQ(state->log_estimate, estimate);  // never made again
}

}  // namespace
}  // namespace lehr

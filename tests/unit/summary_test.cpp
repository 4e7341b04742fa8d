#include <lehr/diagnostics/summary.hpp>

#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <lehr/diagnostics/diagnostics.hpp>

namespace lehr {
namespace {

Chains two_chains() {
  Chains chains;
  chains.draws = 6;
  chains.parameters = {{1, 4, 2, 8, 5, 7, 3, 9, 6, 0, 11, 10}, {3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3}};
  chains.log_evidence_estimate.assign(12, -1);
  chains.log_prior.assign(12, -2);
  chains.accepted = {true, false, false, true, false, true, false, false, false, true, false, false};
  chains.numbers_from = {0, 0, 0, 3, 3, 5, 0, 0, 0, 0, 0, 0};
  return chains;
}

const std::vector<std::string> kNames = {"variance", "lengthscale"};

TEST(Summary, HasEachParameterInOrderWithItsMomentsAndQuantiles) {
  const RunSummary summary = summarize(two_chains(), kNames);
  EXPECT_EQ(summary.chains, 2U);
  EXPECT_EQ(summary.draws, 6U);
  ASSERT_EQ(summary.parameters.size(), 2U);
  const ParameterSummary& variance = summary.parameters[0];
  EXPECT_EQ(variance.name, "variance");
  EXPECT_DOUBLE_EQ(variance.mean, 5.5);
  EXPECT_DOUBLE_EQ(variance.sd.value(), std::sqrt(13.0));
  EXPECT_DOUBLE_EQ(variance.q5, 0.55);
  EXPECT_DOUBLE_EQ(variance.q50, 5.5);
  EXPECT_DOUBLE_EQ(variance.q95, 10.45);
  const Chains chains = two_chains();
  const DrawsView view{chains.parameters[0], 6};
  EXPECT_EQ(variance.rhat, rhat(view));
  EXPECT_EQ(variance.ess_bulk, ess_bulk(view));
  EXPECT_EQ(variance.ess_tail, ess_tail(view));
  EXPECT_EQ(variance.mcse_mean, mcse_mean(view));
}

TEST(Summary, LeavesEmptyWhatAConstantParameterHasNot) {
  const ParameterSummary constant = summarize(two_chains(), kNames).parameters.at(1);
  EXPECT_EQ(constant.mean, 3);
  EXPECT_EQ(constant.sd, 0);
  EXPECT_EQ(constant.q95, 3);
  EXPECT_FALSE(constant.rhat || constant.ess_bulk || constant.ess_tail || constant.mcse_mean);
}

TEST(Summary, CountsAcceptanceAndTheLongestStretchWithoutIt) {
  const RunSummary summary = summarize(two_chains(), kNames);
  ASSERT_EQ(summary.movement.size(), 2U);
  EXPECT_DOUBLE_EQ(summary.movement[0].acceptance_rate, 0.5);
  EXPECT_EQ(summary.movement[0].longest_stretch, 2U);
  EXPECT_DOUBLE_EQ(summary.movement[1].acceptance_rate, 1.0 / 6);
  EXPECT_EQ(summary.movement[1].longest_stretch, 3U);
  EXPECT_DOUBLE_EQ(summary.movement[0].renewal_rate, 2.0 / 6);
  EXPECT_EQ(summary.movement[0].longest_kept, 3U);
  EXPECT_DOUBLE_EQ(summary.movement[1].renewal_rate, 0);
  EXPECT_EQ(summary.movement[1].longest_kept, 6U);
}

TEST(Summary, AddsUpTheProposalsThatBrokeDownWhereTheyWereCounted) {
  Chains chains = two_chains();
  EXPECT_EQ(summarize(chains, kNames).broken_proposals, std::nullopt);
  chains.broken = {0, 2, 0, 0, 0, 0, 1, 0, 0, 0, 0, 4};
  EXPECT_EQ(summarize(chains, kNames).broken_proposals, 7U);
}

TEST(Summary, OfNoDrawsIsEmpty) {
  Chains none;
  none.parameters.resize(2);
  const RunSummary summary = summarize(none, kNames);
  EXPECT_EQ(summary.chains, 0U);
  EXPECT_TRUE(summary.parameters.empty());
  EXPECT_TRUE(summary.movement.empty());
}

}  // namespace
}  // namespace lehr

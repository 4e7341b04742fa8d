#include <lehr/diagnostics/silence.hpp>

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include <unit/example_run.hpp>

namespace lehr {
namespace {

constexpr std::size_t kDraws = 200;

/// Two chains, whose estimates are `centre` and move up and down by `spread` around it.
Chains chains_at(double centre, double spread) {
  Chains chains;
  chains.draws = kDraws;
  for (std::size_t i = 0; i < 2 * kDraws; ++i) {
    const double up_and_down = std::sin(1.7 * static_cast<double>(i * i % 101));
    chains.log_evidence_estimate.push_back(centre + spread * up_and_down);
  }
  chains.log_prior.assign(2 * kDraws, -1);
  return chains;
}

const double kGuessing = -3 * std::numbers::ln2;  // of the three rows of the example

RunOutcome with_evidence(double log_value, double error) {
  return {.sampler = "emulator", .model_evidence = ModelEvidence{log_value, error, 100, 90}};
}

RunOutcome with_noise(double noise) { return {.sampler = "emulator", .estimate_noise = noise}; }

bool says_nothing_at_all(const std::string& text) { return text.starts_with("The data say nothing: "); }
bool says_next_to_nothing(const std::string& text) { return text.starts_with("The data say next to nothing about"); }

TEST(Silence, IsWhereEveryDrawGuesses) {
  RunInfo info = example_run(false);
  EXPECT_TRUE(says_nothing_at_all(silence(info, {}, chains_at(kGuessing, 1e-6))));
  EXPECT_NE(silence(info, {}, chains_at(kGuessing, 0)).find("0? Choose priors"), std::string::npos);
  info.encoding.standardized = false;
  EXPECT_NE(silence(info, {}, chains_at(kGuessing, 0)).find("0? Standardise the features"), std::string::npos);
}

TEST(Silence, IsBrokenByOneDrawThatDoesNot) {
  Chains chains = chains_at(kGuessing, 1e-6);
  chains.log_evidence_estimate[17] += 0.02;
  EXPECT_EQ(silence(example_run(false), {}, chains), "");
  EXPECT_TRUE(says_nothing_at_all(silence(example_run(false), with_noise(0.01), chains))) << "noise explains it";
}

TEST(Silence, IsSeenThroughSomeNoise) {
  const RunInfo info = example_run(false);
  EXPECT_TRUE(says_nothing_at_all(silence(info, with_noise(0.13), chains_at(kGuessing, 0.1))));
  EXPECT_EQ(silence(info, with_noise(0.13), chains_at(kGuessing + 0.2, 0.1)), "") << "in the mean they do not";
  EXPECT_EQ(silence(info, with_noise(0.6), chains_at(kGuessing, 0.1)), "") << "too much of it";
}

TEST(Silence, IsOfOtherResponsesOnlyWhereThePosteriorIsThePrior) {
  RunInfo info = example_run(false);
  info.data.responses.kind = ResponseKind::real;
  EXPECT_EQ(silence(info, {}, chains_at(kGuessing, 0)), "");
}

TEST(Silence, IsWhereThePosteriorIsThePrior) {
  const RunInfo info = example_run(false);
  const Chains chains = chains_at(-1.5, 0.1);
  EXPECT_TRUE(says_next_to_nothing(silence(info, with_evidence(-1.55, 0.01), chains)));
  EXPECT_EQ(silence(info, with_evidence(-1.7, 0.01), chains), "") << "0.2 nats, far beyond its error";
  EXPECT_TRUE(says_next_to_nothing(silence(info, with_evidence(-1.65, 0.09), chains)))
      << "0.15 nats, within two errors";
  EXPECT_EQ(silence(info, with_evidence(-1.5, 0.2), chains), "") << "the error is too large to tell";
  EXPECT_EQ(silence(info, {}, chains), "") << "without an evidence of the model nobody knows";
}

TEST(Silence, TakesOffWhatTheStatesWereAcceptedFor) {
  // A noise of 0.6 lifts the carried estimates by 0.18.
  RunOutcome outcome = with_evidence(-1.68, 0.01);
  EXPECT_EQ(silence(example_run(false), outcome, chains_at(-1.5, 0.1)), "");
  outcome.estimate_noise = 0.6;
  EXPECT_TRUE(says_next_to_nothing(silence(example_run(false), outcome, chains_at(-1.5, 0.1))));
}

TEST(Silence, OfNoDrawsIsNotJudged) { EXPECT_EQ(silence(example_run(false), {}, {}), ""); }

}  // namespace
}  // namespace lehr

// When draws are enough: the rule on literal draws, the lengths at which it is asked, and a fit that ends by it.

#include <gtest/gtest.h>

#include <stop_token>
#include <vector>

#include <lehr/diagnostics/diagnostics.hpp>
#include <lehr/diagnostics/goal.hpp>
#include <lehr/model/model.hpp>
#include <lehr/samplers/fit.hpp>

#include "support/example_data.hpp"
#include "support/memory_store.hpp"

namespace lehr {
namespace {

/// Two chains of `draws` that visit the places 0, 1/n, ..., in an order without a trend: the step is prime to n.
std::vector<double> even_chains(std::size_t draws) {
  std::vector<double> values;
  for (std::size_t chain = 0; chain < 2; ++chain) {
    for (std::size_t draw = 0; draw < draws; ++draw) {
      values.push_back(static_cast<double>((draw * 61 + chain * 17) % 101) / 101);
    }
  }
  return values;
}

TEST(Goal, IsReachedWhereEveryParameterHasTheEffectiveDraws) {
  const std::vector<double> values = even_chains(202);
  const double known = std::min(*ess_bulk({values, 202}), *ess_tail({values, 202}));
  EXPECT_TRUE(reaches_goal({values, values}, 202, known));
  EXPECT_FALSE(reaches_goal({values, values}, 202, known + 1e-6));
}

TEST(Goal, IsNotReachedWhereOneParameterNeverMoved) {
  const std::vector<double> values = even_chains(202);
  ASSERT_TRUE(reaches_goal({values}, 202, 10));
  EXPECT_FALSE(reaches_goal({values, std::vector<double>(404, 2.0)}, 202, 10));
}

TEST(Goal, IsNotReachedWhereTheChainsDisagree) {
  std::vector<double> values = even_chains(202);
  for (std::size_t i = 202; i < 404; ++i) values[i] += 0.2;
  ASSERT_GE(*ess_bulk({values, 202}), 2);
  ASSERT_GE(*ess_tail({values, 202}), 2);
  EXPECT_FALSE(reaches_goal({values}, 202, 2));
}

TEST(Goal, IsNotReachedWithoutDraws) { EXPECT_FALSE(reaches_goal({{}, {}}, 0, 1)); }

TEST(Goal, AllowsTheRhatOfIndependentDraws) {
  EXPECT_DOUBLE_EQ(largest_rhat(4, 400, 2), 1 + 12.11 / 400);  // an entry of the table
  EXPECT_DOUBLE_EQ(largest_rhat(4, 401, 2), 1 + 11.89 / 401);  // what is between sizes takes the larger one's
  EXPECT_DOUBLE_EQ(largest_rhat(4, 50, 2), 1 + 13.06 / 50);    // and below them the first
  EXPECT_DOUBLE_EQ(largest_rhat(5, 400, 4), 1 + 12.68 / 400);  // fewer chains and parameters are stricter
  EXPECT_DOUBLE_EQ(largest_rhat(4, 20'000, 100), 1.01);        // never stricter than the usual limit
}

TEST(Goal, IsLookedForAtFixedLengthsThatGrowByAQuarter) {
  EXPECT_EQ(next_look(0, 4000), 100U);
  EXPECT_EQ(next_look(100, 4000), 100U);
  EXPECT_EQ(next_look(101, 4000), 125U);
  EXPECT_EQ(next_look(126, 4000), 156U);
  EXPECT_EQ(next_look(157, 160), 160U);  // the last is what was asked for
  EXPECT_EQ(next_look(0, 25), 25U);
}

TEST(Goal, IsAskedForByItselfOrAsTheUsualOneButNotByDrawsAlone) {
  EXPECT_EQ(FitSettings{}.used_goal(), kUsualGoal);
  EXPECT_EQ(FitSettings{}.most_draws(), 4000U);
  EXPECT_EQ(FitSettings{.draws = 30}.used_goal(), std::nullopt);
  EXPECT_EQ((FitSettings{.goal = 50, .draws = 30}.used_goal()), 50U);
  EXPECT_EQ(FitSettings{.goal = 50}.most_draws(), 4000U);
}

class FitToGoal : public ::testing::Test {
 protected:
  static FitSettings settings() {
    FitSettings settings{.chains = 2, .warmup = 60, .draws = 170};
    settings.evidence.seed = 5;
    return settings;
  }

  FitOutcome fit(test::MemoryStore& store, const RunContext& context, const GoalRule& rule) const {
    return run_fit(data_, model_, settings(), store, context, rule);
  }

  static std::vector<double> numbers_of(const test::MemoryStore& store) {
    return store.each([](const ChainState& s) { return s.log_theta[0] + 3 * s.log_theta[1] + 5 * s.log_estimate; });
  }

  Dataset data_ = testing_support::wavy_data(6, 1);
  Model model_{{}, data_.feature_names};
};

bool second_look(const std::vector<std::vector<double>>& parameters, std::size_t draws) {
  EXPECT_EQ(parameters.size(), 2U);
  EXPECT_EQ(parameters[0].size(), 2 * draws);
  return draws >= 125;
}

TEST_F(FitToGoal, EndsAtTheLookThatMeetsTheRule) {
  test::MemoryStore store(2);
  const FitOutcome outcome = fit(store, {}, second_look);
  EXPECT_EQ(outcome.goal_reached, true);
  EXPECT_FALSE(outcome.interrupted);
  for (const auto& chain : store.states) EXPECT_EQ(chain.size(), 125U);
}

TEST_F(FitToGoal, EndsAtTheMostDrawsWhereTheRuleIsNeverMet) {
  std::vector<std::size_t> looks;
  test::MemoryStore store(2);
  const FitOutcome outcome = fit(store, {}, [&](const auto&, std::size_t draws) {
    looks.push_back(draws);
    return false;
  });
  EXPECT_EQ(outcome.goal_reached, false);
  EXPECT_EQ(looks, (std::vector<std::size_t>{100, 125, 156, 170}));
  for (const auto& chain : store.states) EXPECT_EQ(chain.size(), 170U);
}

TEST_F(FitToGoal, SaysNothingOfAGoalWithoutARule) {
  test::MemoryStore store(2);
  EXPECT_EQ(fit(store, {}, {}).goal_reached, std::nullopt);
}

TEST_F(FitToGoal, HandsTheRuleTheDrawsOnTheirNaturalScale) {
  test::MemoryStore store(2);
  std::vector<std::vector<double>> seen;
  fit(store, {}, [&](const std::vector<std::vector<double>>& parameters, std::size_t) {
    seen = parameters;
    return true;
  });
  EXPECT_EQ(seen[0], store.each([&](const ChainState& s) { return model_.space().natural(s.log_theta)[0]; }));
  EXPECT_EQ(seen[1], store.each([&](const ChainState& s) { return model_.space().natural(s.log_theta)[1]; }));
}

/// Stops when a chain has so many draws.
class StopsAtDraw final : public Observer {
 public:
  explicit StopsAtDraw(std::size_t draw) : draw_(draw) {}
  void chain_progress(const ChainProgress& progress) override {
    if (progress.phase == ChainPhase::sampling && progress.done == draw_) stop.request_stop();
  }
  std::stop_source stop;

 private:
  std::size_t draw_;
};

TEST_F(FitToGoal, EndsAtTheSameBitsWhereverItWasInterruptedAndWithAnyThreads) {
  const GoalRule rule = [](const auto& parameters, std::size_t draws) { return reaches_goal(parameters, draws, 60); };
  test::MemoryStore whole(2);
  const FitOutcome usual = fit(whole, {}, rule);
  for (const std::size_t draw : {1U, 99U, 100U, 101U, 110U, 125U}) {
    test::MemoryStore store(2);
    StopsAtDraw observer(draw);
    fit(store, {.threads = 2, .observer = &observer, .stop = observer.stop.get_token()}, rule);
    const FitOutcome resumed = fit(store, {.threads = 2}, rule);
    EXPECT_EQ(resumed.goal_reached, usual.goal_reached) << draw;
    EXPECT_EQ(numbers_of(store), numbers_of(whole)) << draw;
  }
}

/// As a fit that was begun without a goal leaves them.
void cut_to(test::MemoryStore& store, std::size_t chain, std::size_t draws) {
  store.states[chain].resize(draws);
  store.accepted[chain].resize(draws);
  store.broken[chain].resize(draws);
}

TEST_F(FitToGoal, ThatWasBegunWithoutOneLooksWhereItHasPassed) {
  test::MemoryStore whole(2);
  fit(whole, {}, second_look);
  test::MemoryStore passed(2);
  fit(passed, {}, {});
  cut_to(passed, 0, 120);
  cut_to(passed, 1, 140);  // beyond the look at 125, where the first chain is not yet
  std::vector<std::size_t> looks;
  const FitOutcome outcome = fit(passed, {}, [&](const auto& parameters, std::size_t draws) {
    looks.push_back(draws);
    return second_look(parameters, draws);
  });
  EXPECT_EQ(outcome.goal_reached, true);
  EXPECT_EQ(looks, (std::vector<std::size_t>{100, 125}));
  EXPECT_EQ(passed.states[0].size(), 125U);
  cut_to(passed, 1, 125);  // what is beyond the look is dropped with the journal
  EXPECT_EQ(numbers_of(passed), numbers_of(whole));
}

TEST_F(FitToGoal, ThatWasKilledBeforeItCouldLookEndsWhereItLooks) {
  test::MemoryStore whole(2);
  fit(whole, {}, second_look);
  test::MemoryStore killed = whole;  // all draws of the look are there, its answer is not
  const FitOutcome outcome = fit(killed, {}, second_look);
  EXPECT_EQ(outcome.goal_reached, true);
  EXPECT_EQ(numbers_of(killed), numbers_of(whole));
}

}  // namespace
}  // namespace lehr

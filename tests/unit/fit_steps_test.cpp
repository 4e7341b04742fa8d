// A fit is taken forward in steps: wherever it is stopped, it goes on to the same bits.

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <stop_token>
#include <string>
#include <vector>

#include <lehr/model/model.hpp>
#include <lehr/samplers/fit.hpp>
#include <lehr/samplers/sampler.hpp>

#include "support/example_data.hpp"
#include "support/memory_store.hpp"

namespace lehr {
namespace {

FitSettings two_chains() {
  FitSettings settings;
  settings.chains = 2;
  settings.warmup = 60;
  settings.draws = 25;
  settings.thin = 2;
  settings.evidence.seed = 5;
  return settings;
}

const Dataset& data() {
  static const Dataset rows = testing_support::wavy_data(6, 1);
  return rows;
}

const Model& model() {
  static const Model of_data({}, data().feature_names);
  return of_data;
}

std::size_t evaluations_of(const test::MemoryStore& store) {
  std::size_t count = 0;
  for (const auto& chain : store.evaluations) count += chain.size();
  return count;
}

std::vector<double> numbers_of(const test::MemoryStore& store) {
  return store.each([](const ChainState& s) { return s.log_theta[0] + 3 * s.log_theta[1] + 5 * s.log_estimate; });
}

const test::MemoryStore& whole_fit() {
  static const test::MemoryStore store = [] {
    test::MemoryStore kept(two_chains().chains);
    run_fit(data(), model(), two_chains(), kept, {});
    return kept;
  }();
  return store;
}

/// Asks for a stop when it has been told so many things.
class StopsAfter final : public Observer {
 public:
  explicit StopsAfter(std::size_t events) : left_(events) {}
  void chain_progress(const ChainProgress& /*progress*/) override {
    if (left_-- == 1) stop.request_stop();
  }
  std::stop_source stop;

 private:
  std::size_t left_;
};

TEST(FitSteps, GoThroughThePhasesInTheirOrder) {
  test::MemoryStore store(2);
  Fit fit(data(), model(), two_chains(), store, {});
  std::vector<FitPhase> phases = {fit.phase()};
  bool more = true;
  while (more) {
    more = fit.advance();
    if (fit.phase() != phases.back()) phases.push_back(fit.phase());
  }
  EXPECT_EQ(phases, (std::vector<FitPhase>{FitPhase::warm_up, FitPhase::learning, FitPhase::starting,
                                           FitPhase::sampling, FitPhase::finished}));
  EXPECT_FALSE(fit.outcome().interrupted);
  EXPECT_FALSE(fit.advance());
  EXPECT_EQ(numbers_of(store), numbers_of(whole_fit()));
}

/// Of all draws, draw by draw.
std::vector<std::vector<std::size_t>> broken_of(const FitSettings& settings, const Model& of_data,
                                                const std::vector<std::size_t>& stops) {
  test::MemoryStore store(settings.chains);
  for (const std::size_t events : stops) {
    StopsAfter observer(events);
    run_fit(data(), of_data, settings, store, {.observer = &observer, .stop = observer.stop.get_token()});
  }
  EXPECT_FALSE(run_fit(data(), of_data, settings, store, {}).interrupted);
  return store.broken;
}

TEST(FitSteps, CountTheProposalsThatBreakDownAlikeWhereverTheyAreCut) {
  ModelSettings wide;
  wide.variance_prior = {1, 1e-12};  // most of it cannot be computed, which a user would be told
  const Model of_data(wide, data().feature_names);
  FitSettings settings = two_chains();
  settings.sampler = "metropolis";
  const auto whole = broken_of(settings, of_data, {});
  std::size_t sum = 0;
  for (const auto& chain : whole) sum = std::accumulate(chain.begin(), chain.end(), sum);
  ASSERT_GT(sum, 0U);
  EXPECT_EQ(broken_of(settings, of_data, {130, 170, 185}), whole);
  EXPECT_EQ(broken_of(settings, of_data, {200, 10}), whole);
}

TEST(FitSteps, MakeNoMoreNewEvaluationsThanTheyMay) {
  test::MemoryStore store(2);
  Fit fit(data(), model(), two_chains(), store, {});
  while (fit.phase() == FitPhase::warm_up) {
    const std::size_t before = evaluations_of(store);
    fit.advance(7);
    EXPECT_LE(evaluations_of(store), before + 7);
  }
  EXPECT_EQ(store.evaluations, whole_fit().evaluations);
  EXPECT_TRUE(fit.outcome().interrupted);
  while (fit.advance()) {
  }
  EXPECT_EQ(numbers_of(store), numbers_of(whole_fit()));
}

TEST(FitSteps, DoNothingOnceAStopWasRequested) {
  StopsAfter observer(0);
  observer.stop.request_stop();
  test::MemoryStore store(2);
  Fit fit(data(), model(), two_chains(), store, {.observer = &observer, .stop = observer.stop.get_token()});
  EXPECT_FALSE(fit.advance());
  EXPECT_EQ(fit.phase(), FitPhase::warm_up);
  EXPECT_TRUE(fit.outcome().interrupted);
  EXPECT_EQ(evaluations_of(store), 0U);
}

TEST(FitSteps, EndSoonAfterAStopAndAnotherFitGoesOnToTheSameBits) {
  // At the first points, on the climb, at the end of warm-up, while chains settle, among the draws.
  const std::size_t warm_up = evaluations_of(whole_fit());
  for (const std::size_t events :
       {std::size_t{1}, std::size_t{15}, warm_up - 1, warm_up + 1, warm_up + 20, warm_up + 50, warm_up + 60}) {
    StopsAfter observer(events);
    test::MemoryStore store(2);
    const FitOutcome outcome =
        run_fit(data(), model(), two_chains(), store, {.observer = &observer, .stop = observer.stop.get_token()});
    EXPECT_TRUE(outcome.interrupted) << events;
    EXPECT_LE(evaluations_of(store), events);
    EXPECT_LT(numbers_of(store).size(), numbers_of(whole_fit()).size());
    EXPECT_FALSE(run_fit(data(), model(), two_chains(), store, {}).interrupted);
    EXPECT_EQ(store.evaluations, whole_fit().evaluations) << events;
    EXPECT_EQ(numbers_of(store), numbers_of(whole_fit())) << events;
  }
}

TEST(FitSteps, AStopAfterTheLastDrawInterruptsNothing) {
  test::MemoryStore store = whole_fit();
  for (auto& states : store.states) states.resize(24);
  StopsAfter observer(evaluations_of(store) + 4);  // warm-up, both chains where they go on, and the last draw of each
  const FitOutcome outcome =
      run_fit(data(), model(), two_chains(), store, {.observer = &observer, .stop = observer.stop.get_token()});
  EXPECT_FALSE(outcome.interrupted);
  EXPECT_EQ(numbers_of(store), numbers_of(whole_fit()));
}

/// What it is told of the sampler.
class HearsOfSampler final : public Observer {
 public:
  void sampler_chosen(const ChosenSampler& sampler) override {
    names.emplace_back(sampler.name);
    reasons.emplace_back(sampler.fallback_reason);
  }
  std::vector<std::string> names;
  std::vector<std::string> reasons;
};

TEST(FitSteps, TellWhichSamplerDraws) {
  test::MemoryStore store(2);
  HearsOfSampler hears;
  const FitOutcome outcome = run_fit(data(), model(), two_chains(), store, {.observer = &hears});
  EXPECT_EQ(hears.names, std::vector<std::string>{"emulator"});
  EXPECT_EQ(hears.reasons, std::vector<std::string>{""});
  EXPECT_NE(outcome.emulator, nullptr);
}

TEST(FitSteps, TellWhyAnotherSamplerDraws) {
  const Dataset wide = testing_support::wavy_data(4, 100);  // 101 parameters
  ModelSettings ard;
  ard.ard = true;
  FitSettings settings = two_chains();
  settings.draws = 2;
  test::MemoryStore store(2);
  HearsOfSampler hears;
  const FitOutcome outcome = run_fit(wide, Model(ard, wide.feature_names), settings, store, {.observer = &hears});
  EXPECT_EQ(hears.names, std::vector<std::string>{"metropolis"});
  EXPECT_EQ(hears.reasons, std::vector<std::string>{outcome.fallback_reason});
  EXPECT_EQ(outcome.fallback_reason, "there are 101 parameters, more than the emulator can learn (100)");
  EXPECT_EQ(outcome.emulator, nullptr);
}

std::string why_not(const std::vector<EvaluatedPoint>& points) {
  Learned learned;
  learned.points = points;
  learned.draws = {{0, 0}};
  std::string reason;
  EXPECT_EQ(samplers::named("emulator").freeze(learned, reason), nullptr);
  return reason;
}

TEST(Emulator, SaysWhetherNumbersBrokeDownOrEvaluationsWereTooFew) {
  const EvaluatedPoint sound{{0, 0}, -3, {}};
  const EvaluatedPoint broken{{0, 0}, -INFINITY, {}};
  EXPECT_EQ(why_not({sound, broken, sound}), "the 3 evaluations of warm-up were too few to learn an emulator");
  EXPECT_EQ(why_not({sound, broken, broken}), "the numbers broke down at 2 of the 3 points of warm-up");
}

}  // namespace
}  // namespace lehr

// The whole chain against numerical integration, on tables of two and three rows where p(y | theta) is known.

#include <gtest/gtest.h>

#include <string>

#include <lehr/samplers/fit.hpp>
#include <lehr/samplers/sampler.hpp>
#include <lehr/samplers/target.hpp>

#include "support/exact_posterior.hpp"
#include "support/memory_store.hpp"
#include "support/posterior_means.hpp"

#include "support/component_name.hpp"

namespace lehr {
namespace {

Dataset two_rows() {
  Dataset data;
  data.rows = 2;
  data.features = 1;
  data.inputs = {0.0, 0.7};
  data.responses.value = {1, 0};
  data.feature_names = {"x"};
  return data;
}

Dataset three_rows() {
  Dataset data;
  data.rows = 3;
  data.features = 1;
  data.inputs = {0.0, 0.7, 1.1};
  data.responses.value = {1, 0, 0};
  data.feature_names = {"x"};
  return data;
}

FitSettings short_fit() {
  FitSettings settings;
  settings.chains = 2;
  settings.warmup = 300;
  settings.draws = 6000;
  settings.evidence.importance_samples = 4;
  settings.evidence.seed = 11;
  return settings;
}

struct Way {
  const char* sampler;
  const char* estimator;
  const char* approximation;
  int samples = 4;  // few, so that the estimates are noisy
};

/// Fits in the given way; the store has the draws.
test::MemoryStore sample(const Dataset& data, const Model& model, const Way& way, FitSettings settings) {
  settings.sampler = way.sampler;
  settings.evidence.estimator = way.estimator;
  settings.evidence.approximation = way.approximation;
  settings.evidence.importance_samples = way.samples;
  settings.evidence.temperatures = 4;
  test::MemoryStore store(settings.chains);
  const FitOutcome outcome = run_fit(data, model, settings, store, {});
  EXPECT_EQ(outcome.sampler, way.sampler) << outcome.fallback_reason;
  return store;
}

std::string name_of(const testing::TestParamInfo<Way>& info) {
  return testing_support::test_name(std::string(info.param.sampler) + "_" + info.param.estimator + "_" +
                                    info.param.approximation);
}

class ProbitPosterior : public testing::TestWithParam<Way> {
 protected:
  static void check(const Dataset& data) {
    const Model model({}, data.feature_names);
    FitSettings settings = short_fit();
    if (std::string(GetParam().sampler) == "metropolis")
      settings.draws = 4 * *settings.draws;  // its draws depend on each other more
    const test::MemoryStore store = sample(data, model, GetParam(), settings);
    test::expect_posterior(store, *settings.draws,
                           test::integrate_posterior(data, model, 0.04, test::probit_given_theta));
    test::expect_right_sides(store, signs_of(data.responses));
  }
};

TEST_P(ProbitPosterior, OfTwoRowsAgreesWithNumericalIntegration) { check(two_rows()); }
TEST_P(ProbitPosterior, OfThreeRowsAgreesWithNumericalIntegration) { check(three_rows()); }

INSTANTIATE_TEST_SUITE_P(
    EveryWay, ProbitPosterior,
    testing::Values(Way{"emulator", "look-ahead", "ep"}, Way{"metropolis", "look-ahead", "ep"},
                    Way{"emulator", "ais", "ep"}, Way{"metropolis", "ais", "laplace", 32},
                    Way{"emulator", "ais", "prior"}, Way{"metropolis", "is", "ep"}, Way{"emulator", "is", "prior"},
                    Way{"metropolis", "look-ahead", "laplace"},
                    // Without sites look-ahead is noisy, and the numbers that a chain keeps matter.
                    Way{"metropolis", "look-ahead", "prior", 1}, Way{"emulator", "look-ahead", "prior", 1}),
    name_of);

class LogitPosterior : public testing::TestWithParam<Way> {};

TEST_P(LogitPosterior, OfTwoRowsAgreesWithNumericalIntegration) {
  const Dataset data = two_rows();
  const Model model({.likelihood = "logit"}, data.feature_names);
  const FitSettings settings = short_fit();
  test::expect_posterior(sample(data, model, GetParam(), settings), *settings.draws,
                         test::integrate_posterior(data, model, 0.15, test::logit_given_theta));
}

INSTANTIATE_TEST_SUITE_P(EveryWay, LogitPosterior,
                         testing::Values(Way{"emulator", "ais", "ep"}, Way{"metropolis", "ais", "laplace"},
                                         Way{"emulator", "is", "ep"}, Way{"emulator", "is", "prior"},
                                         Way{"emulator", "look-ahead", "ep"},
                                         Way{"metropolis", "look-ahead", "laplace"}),
                         name_of);

TEST(Emulator, ThatIsDeliberatelyBadOnlyMakesTheChainSlow) {
  const Dataset data = two_rows();
  const Model model({}, data.feature_names);
  const FitSettings settings = short_fit();
  // It learns a density that is tilted and too narrow.
  DeterministicTarget target(data, model, tuning_approximation("ep"));
  const auto evaluate = [&](const std::vector<std::vector<double>>& points) {
    std::vector<EvaluatedPoint> found;
    for (const auto& point : points) {
      const std::optional<DeterministicTarget::Value> value = target.with_slope(point);
      found.push_back({point,
                       1.5 * value->log_density + 0.4 * point[0] - 0.3 * point[1],
                       {1.5 * value->slope[0] + 0.4, 1.5 * value->slope[1] - 0.3}});
    }
    return std::optional(found);
  };
  const std::optional<Learned> learned = samplers::named("emulator").learn({model, 1, 400, 3}, evaluate);
  ASSERT_TRUE(learned.has_value());
  std::string reason;
  const std::unique_ptr<Proposal> proposal = samplers::named("emulator").freeze(*learned, reason);
  ASSERT_NE(proposal, nullptr) << reason;

  const EvidenceMethod method = choose_method(settings.evidence, model.likelihood(), data.rows);
  constexpr std::size_t kDraws = 12000;
  test::MemoryStore store(1);
  PseudoMarginalChain chain({data, model, method, 4, 5, 0, true, 1});
  std::optional<ChainState> state = chain.start(learned->starts.front());
  ASSERT_TRUE(state.has_value());
  for (std::size_t i = 1; i <= kDraws; ++i) {
    const StepInfo info = chain.step(*state, i, *proposal);
    store.keep_draw(0, i - 1, *state, {.moved = info.accepted, .accepted = info.accepted});
  }
  test::expect_posterior(store, kDraws, test::integrate_posterior(data, model, 0.04, test::probit_given_theta));
}

TEST(Fit, GivesTheSameBitsForAnyNumberOfThreadsAndWhereverItIsCutAndResumed) {
  const Dataset data = two_rows();
  const Model model({}, data.feature_names);
  FitSettings settings = short_fit();
  settings.chains = 3;
  settings.draws = 200;
  test::MemoryStore whole(settings.chains);
  run_fit(data, model, settings, whole, {});

  test::MemoryStore threaded(settings.chains);
  RunContext three_threads;
  three_threads.threads = 3;
  run_fit(data, model, settings, threaded, three_threads);

  test::MemoryStore resumed = whole;
  resumed.states[0].resize(50);
  resumed.states[1].clear();
  resumed.states[2].clear();
  resumed.evaluations[1].resize(40);
  run_fit(data, model, settings, resumed, {});

  const auto numbers = [](const ChainState& s) {
    return s.log_theta[0] + 3 * s.log_theta[1] + 5 * s.log_estimate + 7 * s.latent(0) + 11 * s.state(1);
  };
  EXPECT_EQ(threaded.each(numbers), whole.each(numbers));
  EXPECT_EQ(resumed.each(numbers), whole.each(numbers));
}

}  // namespace
}  // namespace lehr

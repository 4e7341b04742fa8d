// The whole chain against numerical integration, on a table of two rows where everything is known in closed form.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <string>

#include <lehr/model/covariance.hpp>
#include <lehr/posterior/diagnostics.hpp>
#include <lehr/samplers/fit.hpp>
#include <lehr/samplers/sampler.hpp>

#include "support/memory_store.hpp"

namespace lehr {
namespace {

constexpr double kNormalAtZero = 0.3989422804014327;

/// |z| > 5 has probability 5.7e-7 for each of the quantities below.
constexpr double kStandardErrors = 5;

Dataset two_rows() {
  Dataset data;
  data.rows = 2;
  data.features = 1;
  data.inputs = {0.0, 0.7};
  data.labels = {1, -1};
  data.feature_names = {"x"};
  return data;
}

struct Expected {
  double log_variance = 0;
  double log_lengthscale = 0;
  double first_latent = 0;
};

/// On a grid of log theta, with p(y | theta) = 1/4 + asin(r) / (2 pi), r = y_1 y_2 k_12 / (1 + k_11), and the mean
/// latent K g, g_i = d log p(y | theta) / d m_i = y_i N(0) / (2 sqrt(1 + k_11) p(y | theta)), m a shift of the latents.
Expected integrate(const Dataset& data, const Model& model) {
  constexpr double kStep = 0.04;
  Expected sum;
  double total = 0;
  Matrix k;
  for (double l_variance = -14; l_variance < 7; l_variance += kStep) {
    for (double l_lengthscale = -16; l_lengthscale < 4; l_lengthscale += kStep) {
      const std::vector<double> log_theta = {l_variance, l_lengthscale};
      fill_covariance(data, model.kernel(), model.parameters(log_theta), k);
      const double r = data.labels[0] * data.labels[1] * k(1, 0) / (1 + k(0, 0));
      const double evidence = 0.25 + std::asin(r) / (2 * std::numbers::pi);
      const double weight = std::exp(model.log_prior(log_theta)) * evidence;
      const double g = kNormalAtZero / (2 * std::sqrt(1 + k(0, 0)) * evidence);
      total += weight;
      sum.log_variance += weight * l_variance;
      sum.log_lengthscale += weight * l_lengthscale;
      sum.first_latent += weight * g * (k(0, 0) * data.labels[0] + k(1, 0) * data.labels[1]);
    }
  }
  return {sum.log_variance / total, sum.log_lengthscale / total, sum.first_latent / total};
}

void expect_mean(const std::vector<double>& values, std::size_t draws, double expected, const std::string& what) {
  double mean = 0;
  for (const double value : values) mean += value / double(values.size());
  const std::optional<double> error = mcse_mean({values, draws});
  ASSERT_TRUE(error.has_value()) << what;
  EXPECT_LT(std::abs(mean - expected), kStandardErrors * *error) << what << ": " << mean << " for " << expected;
  EXPECT_LT(*error, 0.1) << what << " is known too badly for this test to fail";
}

void expect_posterior(const test::MemoryStore& store, std::size_t draws, const Expected& expected) {
  expect_mean(store.each([](const ChainState& s) { return s.log_theta[0]; }), draws, expected.log_variance,
              "log variance");
  expect_mean(store.each([](const ChainState& s) { return s.log_theta[1]; }), draws, expected.log_lengthscale,
              "log lengthscale");
  expect_mean(store.each([](const ChainState& s) { return s.latent(0); }), draws, expected.first_latent,
              "latent of row 1");
  // t = f + noise has the same side as its label, and f + noise has the mean of f given theta only over both labels.
  for (const auto& chain : store.states) {
    for (const ChainState& state : chain) {
      ASSERT_GE(state.noisy_latent(0), 0);
      ASSERT_LE(state.noisy_latent(1), 0);
    }
  }
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
};

class PosteriorOfTwoRows : public testing::TestWithParam<Way> {};

TEST_P(PosteriorOfTwoRows, AgreesWithNumericalIntegration) {
  const Dataset data = two_rows();
  const Model model({}, data.feature_names);
  FitSettings settings = short_fit();
  settings.sampler = GetParam().sampler;
  settings.evidence.estimator = GetParam().estimator;
  settings.evidence.approximation = GetParam().approximation;
  settings.evidence.temperatures = 4;
  test::MemoryStore store(settings.chains);
  const FitOutcome outcome = run_fit(data, model, settings, store, {});
  EXPECT_EQ(outcome.sampler, GetParam().sampler) << outcome.fallback_reason;
  expect_posterior(store, settings.draws, integrate(data, model));
}

INSTANTIATE_TEST_SUITE_P(EveryWay, PosteriorOfTwoRows,
                         testing::Values(Way{"emulator", "ghk", "ep"}, Way{"metropolis", "ghk", "ep"},
                                         Way{"emulator", "ais", "ep"}, Way{"metropolis", "ais", "laplace"},
                                         Way{"emulator", "ais", "prior"}, Way{"metropolis", "is", "ep"},
                                         Way{"emulator", "is", "prior"}, Way{"metropolis", "ghk", "laplace"}),
                         [](const auto& info) {
                           return std::string(info.param.sampler) + "_" + info.param.estimator + "_" +
                                  info.param.approximation;
                         });

TEST(Emulator, ThatIsDeliberatelyBadOnlyMakesTheChainSlow) {
  const Dataset data = two_rows();
  const Model model({}, data.feature_names);
  const FitSettings settings = short_fit();
  // It learns a density that is tilted and too narrow.
  std::vector<WarmUpWalk> walks(1);
  DeterministicTarget target(data, model, tuning_approximation("ep"));
  walks[0] = warm_up(model, 400, 3, 0,
                     [&](std::span<const double> log_theta) { return target.log_density(log_theta).value_or(-1e300); });
  Learned learned = learn(walks);
  for (EvaluatedPoint& point : learned.points) {
    point.log_density = 1.5 * point.log_density + 0.4 * point.log_theta[0] - 0.3 * point.log_theta[1];
  }
  std::string reason;
  const std::unique_ptr<Proposal> proposal = samplers::named("emulator").freeze(learned, reason);
  ASSERT_NE(proposal, nullptr) << reason;

  const EvidenceMethod method = choose_method(settings.evidence, model.likelihood(), data.rows);
  constexpr std::size_t kDraws = 12000;
  test::MemoryStore store(1);
  PseudoMarginalChain chain({data, model, method, 4, 5, 0, true, 1});
  std::optional<ChainState> state = chain.start(walks[0].path.back().log_theta);
  ASSERT_TRUE(state.has_value());
  for (std::size_t i = 1; i <= kDraws; ++i) {
    const StepInfo info = chain.step(*state, i, *proposal);
    store.keep_draw(0, i - 1, *state, info.accepted, info.accepted);
  }
  expect_posterior(store, kDraws, integrate(data, model));
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
    return s.log_theta[0] + 3 * s.log_theta[1] + 5 * s.log_estimate + 7 * s.latent(0) + 11 * s.noisy_latent(1);
  };
  EXPECT_EQ(threaded.each(numbers), whole.each(numbers));
  EXPECT_EQ(resumed.each(numbers), whole.each(numbers));
}

}  // namespace
}  // namespace lehr

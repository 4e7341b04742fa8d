// log p(y | model) against numerical integration where p(y | theta) is known, against draws of the prior, and against
// its own error over many seeds.

#include <lehr/posterior/model_evidence.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include <lehr/api/run.hpp>
#include <lehr/api/simulate.hpp>
#include <lehr/evidence/at_theta.hpp>
#include <lehr/math/log_sum_exp.hpp>
#include <lehr/random/distributions.hpp>

#include "support/exact_posterior.hpp"
#include "support/z_scores.hpp"

namespace lehr {
namespace {

Dataset three_rows() {
  Dataset data;
  data.rows = 3;
  data.features = 1;
  data.inputs = {0.0, 0.7, 1.1};
  data.responses.value = {1, 0, 0};
  data.feature_names = {"x"};
  return data;
}

double known_evidence(const Dataset& data, const Model& model, const std::vector<double>& u) {
  Matrix k;
  fill_covariance(data, model.covariance(model.theta_at(u)), k);
  return test::probit_given_theta(k, signs_of(data.responses)).evidence;
}

/// Exact draws of the posterior: of the prior, taken with probability p(y | theta).
std::vector<std::vector<double>> posterior_draws(const Dataset& data, const Model& model, std::size_t count) {
  std::vector<std::vector<double>> draws;
  Stream stream({3, Purpose::simulation});
  while (draws.size() < count) {
    std::vector<double> u = model.space().draw_prior(stream);
    if (Model::is_computable(u) && draw_uniform(stream) < known_evidence(data, model, u)) draws.push_back(std::move(u));
  }
  return draws;
}

/// The errors of 40 seeds in units of themselves.
void expect_right(const Dataset& data, const Model& model, const std::vector<std::vector<double>>& draws,
                  double log_truth, std::size_t most) {
  const EvidenceMethod method = choose_chain_method({}, model.likelihood(), data.rows);
  ZScores scores;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const auto found = estimate_model_evidence({data, model, method, 16, seed, draws}, most, {});
    ASSERT_TRUE(found.has_value());
    EXPECT_LT(found->error, 0.15);
    scores.add((found->log_value - log_truth) / found->error, "seed " + std::to_string(seed));
  }
  scores.expect_standard_normal();
}

double integral_over_two(const Dataset& data, const Model& model) {
  double sum = 0;
  constexpr double kStep = 0.05;
  for (double log_variance = -14; log_variance < 7; log_variance += kStep) {
    for (double log_lengthscale = -16; log_lengthscale < 4; log_lengthscale += kStep) {
      const std::vector<double> u = {log_variance, log_lengthscale};
      sum += kStep * kStep * std::exp(model.space().log_prior(u)) * known_evidence(data, model, u);
    }
  }
  return sum;
}

TEST(ModelEvidence, OfTwoParametersIsTheIntegral) {
  const Dataset data = three_rows();
  const Model model({}, data.feature_names);
  expect_right(data, model, posterior_draws(data, model, 200), std::log(integral_over_two(data, model)), 400);
}

TEST(ModelEvidence, IsTheIntegralWhateverTheDrawsWere) {
  const Dataset data = three_rows();
  const Model model({}, data.feature_names);
  std::vector<std::vector<double>> draws = posterior_draws(data, model, 200);
  for (std::vector<double>& draw : draws) {
    draw = {2 + 0.4 * (draw[0] - 2), 0.4 * draw[1]};  // far narrower than the posterior
  }
  expect_right(data, model, draws, std::log(integral_over_two(data, model)), 2000);
}

TEST(ModelEvidence, OfOneParameterIsTheIntegral) {
  const Dataset data = three_rows();
  ModelSettings settings;
  settings.lengthscale_prior = GammaPrior{1e8, 1e8};  // as good as known: 1
  const Model model(settings, data.feature_names);
  double sum = 0;
  constexpr double kStep = 0.01;
  for (double log_variance = -14; log_variance < 7; log_variance += kStep) {
    sum += kStep * std::exp(model.space()[0].log_prior(log_variance)) * known_evidence(data, model, {log_variance, 0});
  }
  expect_right(data, model, posterior_draws(data, model, 200), std::log(sum), 400);
}

struct Case {
  const char* name;
  Dataset data;
  ModelSettings model;
};

std::vector<Case> cases() {
  return {{"one length-scale", simulate({.rows = 40, .features = 2, .balanced = true, .seed = 5}, {}, {20, {0.4}}), {}},
          {"three length-scales",
           simulate({.rows = 40, .features = 3, .balanced = true, .seed = 6}, {}, {20, {0.3}}),
           {.ard = true}}};
}

ModelEvidence fitted(const Case& one, std::uint64_t seed, int threads = 2) {
  SampleRequest request;
  request.table.data = one.data;
  request.model = one.model;
  request.settings.chains = 2;
  request.settings.warmup = 200;
  request.settings.draws = 200;
  request.settings.evidence.seed = seed;
  const SampleReport report = sample(std::move(request), {.threads = threads});
  return report.run.outcome.model_evidence.value();
}

/// The log of the mean estimate at so many draws of the prior, with its error.
MeanAndError by_the_prior(const Case& one, std::size_t count) {
  const Model model(one.model, one.data.feature_names);
  const EvidenceMethod method = choose_chain_method({}, model.likelihood(), one.data.rows);
  Stream stream({8, Purpose::simulation});
  EvidenceAtTheta at_theta;
  std::vector<double> estimates;
  for (std::size_t i = 0; i < count; ++i) {
    const std::vector<double> u = model.space().draw_prior(stream);
    const bool ready = Model::is_computable(u) && at_theta.prepare(one.data, model, model.theta_at(u), method);
    estimates.push_back(ready ? std::exp(log_mean_exp(at_theta.log_weights(ParticleKey{8, 0, i, 0}, 4))) : 0);
  }
  const MeanAndError found = mean_and_error(estimates);
  return {std::log(found.mean), found.error / found.mean};
}

// Five standard errors, 6e-7 by chance.
TEST(ModelEvidence, OfAFitIsThatOfDrawsOfThePrior) {
  for (const Case& one : cases()) {
    const ModelEvidence found = fitted(one, 1);
    const MeanAndError truth = by_the_prior(one, 2000);
    EXPECT_LT(truth.error, 0.3);
    EXPECT_NEAR(found.log_value, truth.mean, 5 * std::hypot(found.error, truth.error)) << one.name;
  }
}

// The sd over 20 seeds over the root mean square of the errors they tell. Were these right, its square times 19 would
// be a chi-square of 19: from 2.6 to 64 but for 2e-6.
TEST(ModelEvidence, ScattersOverSeedsAsItsErrorSays) {
  for (const Case& one : cases()) {
    std::vector<double> values;
    double squares = 0;
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      const ModelEvidence found = fitted(one, seed);
      values.push_back(found.log_value);
      squares += found.error * found.error / 20;
    }
    const double ratio = mean_and_error(values).error * std::sqrt(20.0 / squares);
    EXPECT_GT(ratio, 0.37) << one.name;
    EXPECT_LT(ratio, 1.83) << one.name;
    RecordProperty(std::string("ratio of ") + one.name, std::to_string(ratio));
  }
}

TEST(ModelEvidence, HasTheSameBitsForAnyNumberOfThreads) {
  const Case one = cases().front();
  const ModelEvidence first = fitted(one, 7, 1);
  for (const int threads : {2, 5}) {
    const ModelEvidence other = fitted(one, 7, threads);
    EXPECT_EQ(other.log_value, first.log_value);
    EXPECT_EQ(other.error, first.error);
    EXPECT_EQ(other.estimates, first.estimates);
  }
}

TEST(ModelEvidence, NeedsDrawsThatDiffer) {
  const Dataset data = three_rows();
  const Model model({}, data.feature_names);
  const EvidenceMethod method = choose_chain_method({}, model.likelihood(), data.rows);
  const std::vector<std::vector<double>> stuck(100, {0.5, 0.5});
  EXPECT_FALSE(estimate_model_evidence({data, model, method, 16, 1, stuck}, 100, {}).has_value());
  EXPECT_FALSE(estimate_model_evidence({data, model, method, 16, 1, {}}, 100, {}).has_value());
}

TEST(ModelEvidence, EndsWhereItIsStopped) {
  const Dataset data = three_rows();
  const Model model({}, data.feature_names);
  const EvidenceMethod method = choose_chain_method({}, model.likelihood(), data.rows);
  std::stop_source stop;
  stop.request_stop();
  const auto draws = posterior_draws(data, model, 50);
  EXPECT_FALSE(estimate_model_evidence({data, model, method, 16, 1, draws}, 100, {.stop = stop.get_token()}));
}

TEST(ModelEvidence, TakesAtMostItsShareOfTheFit) {
  EXPECT_EQ(most_model_estimates(10), 32U);
  EXPECT_EQ(most_model_estimates(1000), 150U);
}

}  // namespace
}  // namespace lehr

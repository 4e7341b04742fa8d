#include <lehr/posterior/relevance.hpp>

#include <cmath>

#include <gtest/gtest.h>

#include <lehr/priors/prior_form.hpp>
#include <lehr/random/distributions.hpp>

#include "support/example_data.hpp"

namespace lehr {
namespace {

/// Draws of a parameter, as one chain.
Chains chain_of(std::vector<double> values) {
  Chains chains;
  chains.draws = values.size();
  chains.log_prior.resize(values.size());
  chains.parameters.push_back(std::move(values));
  return chains;
}

std::vector<double> gamma_draws(double shape, double rate, std::size_t count) {
  Stream stream({4, Purpose::simulation});
  std::vector<double> draws;
  for (std::size_t i = 0; i < count; ++i) draws.push_back(std::exp(draw_log_gamma(stream, shape)) / rate);
  return draws;
}

TEST(LearnedParameter, IsOneWhosePosteriorIsNotItsPrior) {
  const Parameter parameter{.name = "lengthscale", .prior = GammaPrior{1, 1}};
  EXPECT_FALSE(is_learned(parameter, chain_of(gamma_draws(1, 1, 1000)), 0));
  EXPECT_FALSE(is_learned(parameter, chain_of(gamma_draws(1.1, 1, 1000)), 0)) << "as good as the prior";
  EXPECT_TRUE(is_learned(parameter, chain_of(gamma_draws(3, 1, 1000)), 0));
  EXPECT_TRUE(is_learned(parameter, chain_of(gamma_draws(1, 3, 1000)), 0));
}

TEST(LearnedParameter, IsNotToldFromDrawsThatAreWorthLittle) {
  const Parameter parameter{.name = "lengthscale", .prior = GammaPrior{1, 1}};
  EXPECT_FALSE(is_learned(parameter, chain_of(gamma_draws(1.5, 1, 10)), 0));
}

/// A posterior of one draw, at which the latent function is the mean of given values without noise.
struct OneDraw {
  Dataset data;
  Model model;
  PosteriorState state;

  OneDraw(Dataset table, const std::vector<double>& latents)
      : data(std::move(table)), model({.ard = true, .likelihood = "logit"}, data.feature_names) {
    std::vector<double> theta(data.features + 1, 3.0);
    theta[0] = 25;
    state = {theta, latents, 2};
  }
  PosteriorView view() const {
    return {data, model, [this](const auto& take) { take(state); }};
  }
};

double logistic(double f) { return 1 / (1 + std::exp(-f)); }

TEST(Relevance, IsTheDistanceOfThePredictiveLawsForEachStandardDeviation) {
  const Dataset data = testing_support::wavy_data(60, 2);
  std::vector<double> latents;
  for (const double x : data.feature(0)) latents.push_back(2 * x);
  const OneDraw draw(data, latents);
  const std::vector<FeatureRelevance> found = find_relevance(draw.view(), data, {}).value();
  ASSERT_EQ(found.size(), 2U);
  double mean = 0;
  double squares = 0;
  for (const double x : data.feature(0)) mean += x / 60;
  for (const double x : data.feature(0)) squares += (x - mean) * (x - mean) / 59;
  const double step = 0.5 * std::sqrt(squares);
  double sum = 0;
  for (const double x : data.feature(0)) {
    const double p = logistic(2 * x);
    const double q = logistic(2 * (x + step));
    sum += std::sqrt(2 * (p * std::log(p / q) + (1 - p) * std::log((1 - p) / (1 - q)))) / 0.5 / 60;
  }
  EXPECT_EQ(found[0].name, "x1");
  EXPECT_NEAR(found[0].relevance, sum, 0.05);
  EXPECT_EQ(found[0].lower, found[0].upper) << "there is one draw";
  EXPECT_LT(found[1].relevance, 0.05);
}

/// Rows at x1 = 0, where the latent is -40, and at x1 = 1, half a standard deviation on, where it is 40: as numbers the
/// probabilities are 0 and 1, and the divergence by them is infinite.
TEST(Relevance, IsLargestWhereAFeatureDecidesAll) {
  Dataset data = testing_support::wavy_data(40, 2);
  std::vector<double> latents;
  for (std::size_t i = 0; i < 40; ++i) {
    data.inputs[i] = i < 2 ? (i == 0 ? -8.8 : 8.8) : double(i % 2);
    latents.push_back(i < 2 ? 0 : 80 * data.inputs[i] - 40);
  }
  for (const char* likelihood : {"logit", "probit"}) {
    OneDraw draw(data, latents);
    const Model model({.ard = true, .likelihood = likelihood}, data.feature_names);
    draw.state.parameters = {1600, 1, 30};
    const PosteriorView view{data, model, [&](const auto& take) { take(draw.state); }};
    const std::vector<FeatureRelevance> found = find_relevance(view, data, {}).value();
    ASSERT_TRUE(std::isfinite(found[0].relevance));
    EXPECT_GT(found[0].relevance, 5) << likelihood;  // sqrt(2 * 40) and more at half of the rows
    EXPECT_GT(found[0].relevance, 10 * found[1].relevance) << likelihood;
  }
}

TEST(Relevance, DoesNotDependOnTheUnitsOfAFeature) {
  Dataset data = testing_support::wavy_data(40, 2);
  std::vector<double> latents;
  for (const double x : data.feature(0)) latents.push_back(2 * x);
  const OneDraw draw(data, latents);
  const std::vector<FeatureRelevance> found = find_relevance(draw.view(), data, {}).value();
  for (std::size_t i = 0; i < 40; ++i) data.inputs[i] *= 1000;
  OneDraw in_other_units(data, latents);
  in_other_units.state.parameters[1] *= 1000;
  const std::vector<FeatureRelevance> again = find_relevance(in_other_units.view(), data, {}).value();
  for (std::size_t k = 0; k < 2; ++k) EXPECT_NEAR(again[k].relevance, found[k].relevance, 1e-6);
}

TEST(Relevance, HasTheSameBitsForAnyNumberOfThreads) {
  const Dataset data = testing_support::wavy_data(40, 3);
  const OneDraw draw(data, std::vector<double>(data.feature(1).begin(), data.feature(1).end()));
  const std::vector<FeatureRelevance> one = find_relevance(draw.view(), data, {.threads = 1}).value();
  const std::vector<FeatureRelevance> three = find_relevance(draw.view(), data, {.threads = 3}).value();
  for (std::size_t k = 0; k < 3; ++k) EXPECT_EQ(one[k].relevance, three[k].relevance);
}

}  // namespace
}  // namespace lehr

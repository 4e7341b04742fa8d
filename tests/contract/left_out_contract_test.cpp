// Leave-one-out at a theta against the evidence: log p(y_i | y of the other rows) = log p(y) - log p(y of the others).

#include <cmath>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include <Eigen/Dense>

#include <lehr/evidence/at_theta.hpp>
#include <lehr/math/log_sum_exp.hpp>
#include <lehr/posterior/left_out_densities.hpp>
#include <lehr/priors/covariance.hpp>

#include "support/component_name.hpp"
#include "support/latent_problems.hpp"

namespace lehr {
namespace {

using testing_support::ComponentName;
using testing_support::every;
using testing_support::responding_to;

Dataset six_rows(const Likelihood& likelihood) {
  Dataset data;
  data.rows = 6;
  data.features = 1;
  data.inputs = {0.0, 0.4, 0.9, 1.3, 2.0, 2.2};
  data.responses.value = {1, 1, 0, 1, 0, 0};
  data.feature_names = {"x"};
  return responding_to(likelihood, data);
}

Dataset without(const Dataset& data, std::size_t row) {
  Dataset others = data;
  const auto at = static_cast<std::ptrdiff_t>(row);
  --others.rows;
  others.inputs.erase(others.inputs.begin() + at);
  others.responses.value.erase(others.responses.value.begin() + at);
  return others;
}

Model model_of(const Likelihood& likelihood) {
  const std::vector<std::string> features = {"x"};
  return Model({.likelihood = std::string(likelihood.name())}, features);
}

std::vector<double> theta_of(const Likelihood& likelihood, double variance) {
  std::vector<double> theta = {variance, 0.8};
  for (const double value : likelihoods::usual_parameters(likelihood)) theta.push_back(value);
  return theta;
}

constexpr double kStandardError = 1e-3;  // of a log evidence, about, with so many particles
constexpr std::size_t kParticles = 40000;

double log_evidence(const Dataset& data, const Model& model, const std::vector<double>& theta) {
  const EvidenceMethod method{.approximation = approximations::named("ep"),
                              .sweeps = std::nullopt,
                              .estimator = &estimators::named("look-ahead"),
                              .ladder = {}};
  EvidenceAtTheta at_theta;
  if (!at_theta.prepare(data, model, model.theta(theta), method)) throw std::runtime_error("the numbers broke down");
  return log_mean_exp(at_theta.log_weights(7, 1, kParticles, {.threads = 2}));
}

class LeftOutContract : public testing::TestWithParam<const Likelihood*> {};

TEST_P(LeftOutContract, IsTheRatioOfTwoEvidences) {
  const Dataset data = six_rows(*GetParam());
  const Model model = model_of(*GetParam());
  for (const double variance : {0.5, 6.0}) {
    const std::vector<double> theta = theta_of(*GetParam(), variance);
    const auto left_out = LeftOutDensities::find({data, model, {theta}}, {});
    ASSERT_TRUE(left_out);
    const double of_all = log_evidence(data, model, theta);
    for (std::size_t row = 0; row < data.rows; ++row) {
      const double expected = of_all - log_evidence(without(data, row), model, theta);
      // EP is not exact. By the cavities alone, whose other sites have seen the row, a row misses up to 0.25 here.
      EXPECT_NEAR(left_out->at_draw(0)[row], expected, 0.01 + 0.01 * std::abs(expected) + 8 * kStandardError)
          << "variance " << variance << ", row " << row;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Every, LeftOutContract, every(likelihoods::all()), ComponentName());

/// With A = K + I: N(y_i | y_i - alpha_i v_i, v_i), alpha = A^-1 y and v_i = 1 / (A^-1)_ii.
TEST(LeftOut, IsExactWithGaussianResponses) {
  const Likelihood& gaussian = likelihoods::named("gaussian");
  const Dataset data = six_rows(gaussian);
  const Model model = model_of(gaussian);
  const std::vector<double> theta = theta_of(gaussian, 3);
  Matrix k;
  fill_covariance(data, model.covariance(model.theta(theta)), k);
  const Matrix a = Matrix(k.selfadjointView<Eigen::Lower>()) + Matrix::Identity(6, 6);
  const Matrix inverse = a.inverse();
  const Vector alpha = inverse * Eigen::Map<const Vector>(data.responses.value.data(), 6);
  const auto left_out = LeftOutDensities::find({data, model, {theta}}, {});
  ASSERT_TRUE(left_out);
  for (Index i = 0; i < 6; ++i) {
    const double v = 1 / inverse(i, i);
    const double expected = -0.5 * (std::log(2 * M_PI * v) + alpha(i) * alpha(i) * v);
    EXPECT_NEAR(left_out->at_draw(0)[static_cast<std::size_t>(i)], expected, 1e-8) << i;
  }
}

/// Draws of theta about (4, 0.8), at each of which the chain stays once.
std::vector<std::vector<double>> many_draws() {
  std::vector<std::vector<double>> draws;
  for (int i = 0; i < 140; ++i) {
    const std::vector<double> theta = {4 * std::exp(0.5 * std::sin(1.7 * i)), 0.8 * std::exp(0.3 * std::cos(2.3 * i))};
    draws.insert(draws.end(), 2, theta);
  }
  return draws;
}

TEST(LeftOut, IsRegressedOnTheParametersWhereDrawsAreMany) {
  const Likelihood& probit = likelihoods::named("probit");
  const Dataset data = six_rows(probit);
  const Model model = model_of(probit);
  const auto draws = many_draws();
  ASSERT_GT(draws.size() / 2, left_out_work(2, data.rows, 1e9, false).anchors);
  const auto all = LeftOutDensities::find({data, model, draws}, {});
  ASSERT_TRUE(all);
  // What refits without a row correct is found at two draws, and scaled at the others.
  for (const std::size_t draw : {0U, 1U, 77U, 150U, 239U}) {
    const auto alone = LeftOutDensities::find({data, model, {draws[draw]}}, {});
    for (std::size_t row = 0; row < data.rows; ++row) {
      EXPECT_NEAR(all->at_draw(draw)[row], alone->at_draw(0)[row], 0.06) << draw << " " << row;
    }
  }
  const LeaveOneOut result = all->leave_one_out({}).value();
  EXPECT_LT(result.regression_error, 0.01);
  EXPECT_GT(result.regression_error, 0);
}

/// Sites learned at some of these draws, as a fit learns them in warm-up.
std::shared_ptr<const LearnedSites> learned_at(const std::vector<std::vector<double>>& draws, const Dataset& data,
                                               const Model& model) {
  std::vector<std::vector<double>> log_thetas;
  std::vector<FoundSites> found;
  for (std::size_t draw = 0; draw < draws.size(); draw += 4) {
    const LeftOutAtTheta at = left_out_at({data, model, draws}, model.theta(draws[draw]), {}).value();
    log_thetas.push_back(model.space().free(draws[draw]));
    found.push_back(at.found);
  }
  return std::make_shared<LearnedSites>(log_thetas, found);
}

TEST(LeftOut, BeginsAtLearnedSitesAndSaysTheSame) {
  const Likelihood& probit = likelihoods::named("probit");
  const Dataset data = six_rows(probit);
  const Model model = model_of(probit);
  const auto draws = many_draws();
  const auto learned = learned_at(draws, data, model);
  ASSERT_TRUE(learned->at(model.space().free(draws[1])));
  const auto from_nothing = LeftOutDensities::find({data, model, draws}, {});
  const auto from_learned = LeftOutDensities::find({data, model, draws, learned}, {});
  ASSERT_TRUE(from_learned);
  EXPECT_NE(from_learned->at_draw(1), from_nothing->at_draw(1));  // other sweeps: not the same bits
  for (const std::size_t draw : {1U, 77U, 239U}) {
    for (std::size_t row = 0; row < data.rows; ++row) {
      EXPECT_NEAR(from_learned->at_draw(draw)[row], from_nothing->at_draw(draw)[row], 1e-3) << draw << " " << row;
    }
  }
}

TEST(LeftOut, LeavesTheCavitiesAloneWhereThereAreNoRefits) {
  const Likelihood& probit = likelihoods::named("probit");
  const Dataset data = six_rows(probit);
  const Model model = model_of(probit);
  const std::vector<std::vector<double>> draws = {{6, 0.8}};
  const Vector cavities = left_out_at({data, model, draws}, model.theta(draws[0]), {}).value().logs;
  const std::vector<double> of_cavities(cavities.begin(), cavities.end());
  EXPECT_EQ(LeftOutDensities::find({data, model, draws, nullptr, 10}, {})->at_draw(0), of_cavities);
  EXPECT_NE(LeftOutDensities::find({data, model, draws}, {})->at_draw(0), of_cavities);
}

TEST(LeftOut, IsTheSameForAnyNumberOfThreadsAndCanBeStopped) {
  const Likelihood& probit = likelihoods::named("probit");
  const Dataset data = six_rows(probit);
  const Model model = model_of(probit);
  const auto one = LeftOutDensities::find({data, model, many_draws()}, {.threads = 1});
  const auto three = LeftOutDensities::find({data, model, many_draws()}, {.threads = 3});
  EXPECT_EQ(one->at_draw(33), three->at_draw(33));
  EXPECT_EQ(one->leave_one_out({.threads = 1})->elpd, three->leave_one_out({.threads = 3})->elpd);
  std::stop_source stop;
  stop.request_stop();
  EXPECT_FALSE(LeftOutDensities::find({data, model, many_draws()}, {.stop = stop.get_token()}));
  EXPECT_FALSE(one->leave_one_out({.stop = stop.get_token()}));
}

}  // namespace
}  // namespace lehr

// Predictions against their formulas, by whole matrices.

#include <lehr/posterior/predict.hpp>

#include <cmath>
#include <cstddef>
#include <vector>

#include <gtest/gtest.h>
#include <Eigen/Dense>

#include <lehr/math/normal.hpp>
#include <lehr/posterior/latent_mixture.hpp>
#include <lehr/priors/covariance.hpp>

#include "support/example_data.hpp"

namespace lehr {
namespace {

constexpr double kUpperTwentieth = 1.6448536269514722;  // of the standard normal

TEST(LatentMixture, OfOneNormalHasItsMoments) {
  const std::vector<double> means = {0.7};
  const std::vector<double> variances = {4};
  const std::vector<double> weights = {1};
  const LatentMixture one{means, variances, weights};
  EXPECT_DOUBLE_EQ(one.mean(), 0.7);
  EXPECT_DOUBLE_EQ(one.sd(), 2);
  EXPECT_NEAR(one.quantile(0.95), 0.7 + 2 * kUpperTwentieth, 1e-9);
  EXPECT_NEAR(one.quantile(0.05), 0.7 - 2 * kUpperTwentieth, 1e-9);
}

TEST(LatentMixture, SpreadsWithinAndBetweenItsParts) {
  const std::vector<double> means = {1, 5};
  const std::vector<double> variances = {0.5, 2};
  const std::vector<double> weights = {0.75, 0.25};
  const LatentMixture two{means, variances, weights};
  EXPECT_DOUBLE_EQ(two.mean(), 2);
  EXPECT_DOUBLE_EQ(two.sd(), std::sqrt(0.75 * (0.5 + 1) + 0.25 * (2 + 9)));
  for (const double p : {0.01, 0.3, 0.75, 0.99}) {
    const double f = two.quantile(p);
    EXPECT_NEAR(0.75 * normal_cdf((f - 1) / std::sqrt(0.5)) + 0.25 * normal_cdf((f - 5) / std::sqrt(2.0)), p, 1e-9);
  }
}

/// Mean and variance of the latent at the last row of `rows`, given t at the others.
struct Latent {
  double mean;
  double variance;
};
Latent latent_of_last(const Dataset& rows, const Model& model, const PosteriorState& state) {
  const Index n = static_cast<Index>(rows.rows) - 1;
  Matrix k;
  fill_covariance(rows, model.kernel(), {state.parameters[0], {state.parameters[1]}}, k);
  k = testing_support::symmetric(k);
  const Matrix a = k.topLeftCorner(n, n) + Matrix::Identity(n, n);
  const Vector across = k.col(n).head(n);
  const Vector solved = a.ldlt().solve(across);
  const Eigen::Map<const Vector> t(state.state.data(), n);
  return {solved.dot(t), k(n, n) - solved.dot(across)};
}

Dataset part_of(const Dataset& data, std::size_t begin, std::size_t end) {
  std::vector<std::size_t> rows;
  for (std::size_t row = begin; row < end; ++row) rows.push_back(row);
  return testing_support::with_rows(data, rows);
}

class Predict : public testing::Test {
 protected:
  Predictions predictions(const std::vector<PosteriorState>& states, const PredictionSettings& settings = {}) const {
    const auto visit = [&](const auto& take) {
      for (const PosteriorState& state : states) take(state);
    };
    return predict({training_, model_, visit}, new_row_, settings);
  }

  Dataset all_ = testing_support::wavy_data(5, 2);
  Dataset training_ = part_of(all_, 0, 4);
  Dataset new_row_ = part_of(all_, 4, 5);
  Model model_{{}, all_.feature_names};
  PosteriorState first_{{3, 0.8}, {0.5, -1, 2, 0.3}, 3};
  PosteriorState second_{{9, 1.5}, {1.5, -0.2, 0.4, -2}, 1};
};

TEST_F(Predict, FromOneDrawIsGaussianProcessRegressionOnT) {
  const Latent latent = latent_of_last(all_, model_, first_);
  const double sd = std::sqrt(latent.variance);
  const Predictions found = predictions({first_});
  EXPECT_NEAR(found.latent_mean[0], latent.mean, 1e-12);
  EXPECT_NEAR(found.latent_sd[0], sd, 1e-12);
  EXPECT_NEAR(found.probability[0], normal_cdf(latent.mean / std::sqrt(1 + latent.variance)), 1e-12);
  EXPECT_NEAR(found.lower[0], normal_cdf(latent.mean - kUpperTwentieth * sd), 1e-9);
  EXPECT_NEAR(found.upper[0], normal_cdf(latent.mean + kUpperTwentieth * sd), 1e-9);
}

TEST_F(Predict, HasTheIntervalThatIsAskedFor) {
  const Latent latent = latent_of_last(all_, model_, first_);
  const double reach = 0.6744897501960817 * std::sqrt(latent.variance);  // half of a normal lies within
  const Predictions found = predictions({first_}, {.interval = 0.5});
  EXPECT_NEAR(found.lower[0], normal_cdf(latent.mean - reach), 1e-9);
  EXPECT_NEAR(found.upper[0], normal_cdf(latent.mean + reach), 1e-9);
}

TEST_F(Predict, CountsADrawAsOftenAsTheChainStayedThere) {
  const Latent one = latent_of_last(all_, model_, first_);
  const Latent other = latent_of_last(all_, model_, second_);
  const std::vector<double> means = {one.mean, other.mean};
  const std::vector<double> variances = {one.variance, other.variance};
  const std::vector<double> weights = {0.75, 0.25};
  const LatentMixture mixture{means, variances, weights};
  const Predictions found = predictions({first_, second_});
  EXPECT_NEAR(found.latent_mean[0], mixture.mean(), 1e-12);
  EXPECT_NEAR(found.latent_sd[0], mixture.sd(), 1e-12);
  EXPECT_NEAR(found.probability[0],
              0.75 * normal_cdf(one.mean / std::sqrt(1 + one.variance)) +
                  0.25 * normal_cdf(other.mean / std::sqrt(1 + other.variance)),
              1e-12);
  EXPECT_NEAR(found.upper[0], normal_cdf(mixture.quantile(0.95)), 1e-9);
}

}  // namespace
}  // namespace lehr

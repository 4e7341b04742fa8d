// Predictions against their formulas, by whole matrices.

#include <lehr/posterior/predict.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <Eigen/Dense>

#include <lehr/diagnostics/diagnostics.hpp>
#include <lehr/diagnostics/moments.hpp>
#include <lehr/math/normal.hpp>
#include <lehr/posterior/coefficients.hpp>
#include <lehr/posterior/latent_mixture.hpp>
#include <lehr/posterior/variance_regression.hpp>
#include <lehr/priors/covariance.hpp>
#include <lehr/priors/prior_form.hpp>
#include <lehr/random/distributions.hpp>

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
  fill_covariance(rows, model.covariance({state.parameters[0], {state.parameters[1]}}), k);
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
    return predict({training_, model_, visit}, new_row_, settings).value();
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

TEST_F(Predict, FindsNothingWhereACovarianceBreaksDown) {
  const PosteriorState broken{{std::numeric_limits<double>::infinity(), 0.8}, {0.5, -1, 2, 0.3}};
  const auto visit = [&](const auto& take) {
    for (const PosteriorState& state : {first_, broken, second_}) take(state);
  };
  EXPECT_FALSE(predict({training_, model_, visit}, new_row_));
  const Model with_intercept({.intercept = 4}, all_.feature_names);
  EXPECT_FALSE(summarise_coefficients({training_, with_intercept, visit}));
}

/// A posterior of chains that draw theta and t without memory, on so many rows that variances are in single precision.
class PredictMany : public testing::Test {
 protected:
  static constexpr std::size_t kChains = 4;
  static constexpr std::size_t kDraws = 20;

  PredictMany() {
    Stream stream({.seed = 5, .purpose = Purpose::simulation});
    for (std::size_t i = 0; i < kChains * kDraws; ++i) {
      PosteriorState state{{3 * std::exp(0.6 * draw_normal(stream)), 1.5 * std::exp(0.3 * draw_normal(stream))}, {}};
      state.state.resize(training_.rows);
      fill_normal(stream, state.state);
      for (double& t : state.state) t *= 2;
      state.chain = i / kDraws;
      states_.push_back(std::move(state));
    }
  }

  /// With the alpha that the chain would have kept.
  std::vector<PosteriorState> with_alpha() const {
    std::vector<PosteriorState> states = states_;
    for (PosteriorState& state : states) {
      const auto prior = choose_prior({training_, model_.covariance(model_.theta(state.parameters))});
      const Eigen::Map<const Vector> t(state.state.data(), static_cast<Index>(state.state.size()));
      const Vector alpha = prior->regression(1, Accuracy::full)->alpha(t);
      state.alpha.assign(alpha.begin(), alpha.end());
      state.state.clear();  // not needed any more
    }
    return states;
  }

  Predictions predictions(const std::vector<PosteriorState>& states, const Dataset& rows,
                          const PredictionSettings& settings = {}) const {
    const auto visit = [&](const auto& take) {
      for (const PosteriorState& state : states) take(state);
    };
    return predict({training_, model_, visit}, rows, settings).value();
  }

  Dataset all_ = testing_support::wavy_data(380, 3);
  Dataset training_ = part_of(all_, 0, 260);
  Dataset new_rows_ = part_of(all_, 260, 380);
  Model model_{{.kernel = "matern32"}, all_.feature_names};  // too rough for low rank
  std::vector<PosteriorState> states_;
};

double largest_difference(const std::vector<double>& a, const std::vector<double>& b) {
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, std::abs(a[i] - b[i]));
  return largest;
}

TEST_F(PredictMany, SinglePrecisionMovesNoProbabilityByAHundredThousandth) {
  const Predictions full = predictions(states_, new_rows_);
  const Predictions rough = predictions(with_alpha(), new_rows_);
  EXPECT_LT(largest_difference(full.probability, rough.probability), 1e-5);
  EXPECT_LT(largest_difference(full.latent_mean, rough.latent_mean), 1e-10);
  EXPECT_LT(largest_difference(full.latent_sd, rough.latent_sd), 1e-5);
  EXPECT_GT(largest_difference(full.latent_sd, rough.latent_sd), 1e-12);  // or it would not be single
}

TEST_F(PredictMany, ARowsAnswerDoesNotDependOnTheOthers) {
  const std::vector<PosteriorState> states = with_alpha();
  for (const char* const variances : {"exact", "regressed"}) {
    const PredictionSettings settings{.variances = variances};
    const Predictions together = predictions(states, new_rows_, settings);
    ASSERT_EQ(together.variance_regression.has_value(), std::string(variances) == "regressed");
    for (const std::size_t row : {0U, 47U, 48U, 95U, 96U, 119U}) {
      const Predictions alone = predictions(states, part_of(new_rows_, row, row + 1), settings);
      EXPECT_NEAR(alone.probability[0], together.probability[row], 1e-10);
      EXPECT_NEAR(alone.latent_mean[0], together.latent_mean[row], 1e-10);
      EXPECT_NEAR(alone.latent_sd[0], together.latent_sd[row], 1e-10);
      EXPECT_NEAR(alone.lower[0], together.lower[row], 1e-10);
      EXPECT_NEAR(alone.mcse_probability[0], together.mcse_probability[row], 1e-10);
    }
  }
}

TEST_F(PredictMany, TheMonteCarloErrorIsThatOfTheProbabilitiesOfTheDraws) {
  const Dataset row = part_of(new_rows_, 3, 4);
  std::vector<PosteriorState> states = states_;
  std::vector<double> by_draw;
  for (const PosteriorState& state : states) by_draw.push_back(predictions({state}, row).probability[0]);
  const Predictions found = predictions(states, row);
  EXPECT_EQ(found.draws, kChains * kDraws);
  EXPECT_NEAR(found.mcse_probability[0], mcse_mean({by_draw, kDraws}).value(), 1e-12);
  // Draws without memory: about sd / sqrt(80).
  EXPECT_NEAR(found.mcse_probability[0], std::sqrt(sample_variance(by_draw) / double(by_draw.size())),
              0.5 * found.mcse_probability[0]);

  // A chain that stays counts as it stayed; chains may take turns.
  states.clear();
  by_draw.clear();
  for (std::size_t draw = 0; draw < kDraws; ++draw) {
    for (std::size_t chain = 0; chain < kChains; ++chain) {
      states.push_back(states_[chain * kDraws + draw]);
      states.back().count = 2;
    }
  }
  for (std::size_t chain = 0; chain < kChains; ++chain) {
    for (std::size_t draw = 0; draw < 2 * kDraws; ++draw) {
      by_draw.push_back(predictions({states_[chain * kDraws + draw / 2]}, row).probability[0]);
    }
  }
  EXPECT_NEAR(predictions(states, row).mcse_probability[0], mcse_mean({by_draw, 2 * kDraws}).value(), 1e-12);
}

TEST_F(PredictMany, AFewDrawsCannotTellTheirMonteCarloError) {
  const Predictions found = predictions({states_[0], states_[1]}, new_rows_);
  EXPECT_TRUE(std::isnan(found.mcse_probability[0]));
}

TEST_F(PredictMany, RegressedVariancesTellHowFarTheyAreOff) {
  const std::vector<PosteriorState> states = with_alpha();
  const Predictions exact = predictions(states, new_rows_);
  const Predictions regressed = predictions(states, new_rows_, {.variances = "regressed"});
  ASSERT_TRUE(regressed.variance_regression.has_value());
  const VarianceRegressionError& error = *regressed.variance_regression;
  EXPECT_EQ(error.anchors, 22U);
  EXPECT_EQ(error.draws, 22U);
  EXPECT_EQ(error.rows, 64U);
  EXPECT_GT(error.mean, 0);
  EXPECT_GE(error.largest, error.mean);
  EXPECT_LT(error.largest, 0.01);
  EXPECT_LT(largest_difference(exact.probability, regressed.probability), 10 * error.largest);
  EXPECT_GT(largest_difference(exact.probability, regressed.probability), 0);
}

TEST_F(PredictMany, VariancesAreExactWhereDrawsAreTooFewToRegress) {
  const std::vector<PosteriorState> some(states_.begin(), states_.begin() + 30);
  const Predictions found = predictions(some, new_rows_, {.variances = "regressed"});
  EXPECT_FALSE(found.variance_regression.has_value());
  EXPECT_EQ(found.probability, predictions(some, new_rows_).probability);
}

TEST(VarianceRegression, FindsThePolynomialThatTheLogarithmsFollow) {
  Stream stream({.seed = 8, .purpose = Purpose::simulation});
  std::vector<std::vector<double>> points;
  StateMoments truth;
  for (int i = 0; i < 100; ++i) {
    const double a = draw_normal(stream);
    const double b = draw_normal(stream);
    points.push_back({a, 5 + 0.1 * b});
    truth.variances.push_back(std::exp(0.3 + a - 0.5 * b + 0.2 * a * b - 0.1 * a * a * a + 0.05 * a * b * b));
    truth.variances.push_back(std::exp(-2 + 0.5 * b * b));
  }
  const VarianceRegression regression(points);
  ASSERT_TRUE(regression.is_worthwhile());
  EXPECT_EQ(regression.anchors().size(), 22U);
  StateMoments found = truth;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (regression.is_anchor(i)) continue;
    found.variances[2 * i] = 0;
    found.variances[2 * i + 1] = 0;
  }
  const StateMoments spoiled = found;
  regression.fill(found, std::vector<double>(points.size(), 1e9), Vector::Zero(2));
  for (std::size_t i = 0; i < truth.variances.size(); ++i) {
    EXPECT_NEAR(found.variances[i], truth.variances[i], 1e-9 * truth.variances[i]);
  }
  // None above the prior's, of which a part is the state's and another the row's.
  found = spoiled;
  regression.fill(found, std::vector<double>(points.size(), 0.1), (Vector(2) << 0.2, 1e9).finished());
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (regression.is_anchor(i)) continue;
    EXPECT_NEAR(found.variances[2 * i], std::min(truth.variances[2 * i], 0.1 + 0.2), 1e-9);
    EXPECT_NEAR(found.variances[2 * i + 1], truth.variances[2 * i + 1], 1e-9 * truth.variances[2 * i + 1]);
  }
}

TEST(VarianceRegression, IsWorthwhileOnlyWhereItSparesWork) {
  const auto is_worthwhile = [](std::size_t states, std::size_t parameters) {
    Stream stream({.seed = 8, .purpose = Purpose::simulation});
    std::vector<std::vector<double>> points(states, std::vector<double>(parameters));
    for (std::vector<double>& point : points) fill_normal(stream, point);
    return VarianceRegression(points).is_worthwhile();
  };
  EXPECT_FALSE(is_worthwhile(65, 2));
  EXPECT_TRUE(is_worthwhile(66, 2));
  EXPECT_TRUE(is_worthwhile(297, 10));  // 66 terms, 99 anchors
  EXPECT_FALSE(is_worthwhile(296, 10));
  EXPECT_FALSE(is_worthwhile(400, 61));
  EXPECT_FALSE(VarianceRegression({{1, 2}, {1, 2}}).is_worthwhile());
  EXPECT_FALSE(VarianceRegression(std::vector<std::vector<double>>(50, {1, 2})).is_worthwhile());
}

}  // namespace
}  // namespace lehr

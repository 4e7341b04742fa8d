// Covariances given by a factor of few columns: the same answers as from the whole matrix.

#include <cmath>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <Eigen/Dense>

#include <lehr/api/simulate.hpp>
#include <lehr/evidence/at_theta.hpp>
#include <lehr/priors/covariance.hpp>
#include <lehr/priors/dense_prior.hpp>
#include <lehr/priors/low_rank_prior.hpp>
#include <lehr/priors/prior_form.hpp>
#include <support/exact_evidence.hpp>
#include <support/latent_case.hpp>
#include <support/z_scores.hpp>

namespace lehr {
namespace {

const KernelParameters kSmooth = {20, {0.5}};

Dataset smooth_data(std::size_t rows, const KernelParameters& parameters = kSmooth) {
  return simulate({.rows = rows, .features = 2, .balanced = true, .seed = 5}, {}, parameters);
}

/// G of the prior in weight space, where that form suits.
std::optional<Matrix> low_rank_factor(const Dataset& data, const Kernel& kernel, const KernelParameters& theta) {
  std::unique_ptr<GaussianPrior> none;
  const auto prior = prior_forms::named("weight_space").make({data, {kernel, theta}}, none);
  if (prior == nullptr) return std::nullopt;
  return dynamic_cast<const LowRankPrior&>(*prior).g();
}

/// One problem in both forms.
struct BothForms {
  Dataset data;
  LowRankPrior few;
  DensePrior whole;
  std::unique_ptr<RowDensity> density;

  BothForms(Dataset made, const Matrix& g, const std::string& likelihood)
      : data(std::move(made)),
        few({g, {}}),
        whole(g * g.transpose()),
        density(testing_support::density_of(likelihoods::named(likelihood), signs_of(data.responses))) {}

  LatentProblem low_rank() const { return {few, *density}; }
  LatentProblem dense() const { return {whole, *density}; }
};

BothForms smooth_problem(std::size_t rows, const std::string& likelihood) {
  Dataset data = smooth_data(rows);
  const Matrix g = *low_rank_factor(data, kernels::named("rbf"), kSmooth);
  return {std::move(data), g, likelihood};
}

TEST(LowRankPrior, GivesTheSameApproximations) {
  for (const char* likelihood : {"probit", "logit"}) {
    const BothForms problem = smooth_problem(300, likelihood);
    for (const char* name : {"laplace", "ep"}) {
      const Approximation& approximation = approximations::named(name);
      SitePosterior few;
      SitePosterior dense;
      ASSERT_TRUE(approximation.fit(problem.low_rank(), {}, few));
      ASSERT_TRUE(approximation.fit(problem.dense(), {}, dense));
      EXPECT_TRUE(few.converged);
      EXPECT_NEAR(*approximation.log_evidence(problem.low_rank(), few),
                  *approximation.log_evidence(problem.dense(), dense), 1e-7)
          << name << " " << likelihood;
      // Moves with the sites to first order, unlike the evidence: 300 rows that match to 1e-7 leave it some 1e-5.
      EXPECT_NEAR(few.log_normaliser, dense.log_normaliser, 1e-4);
      EXPECT_LT((few.mean - dense.mean).cwiseAbs().maxCoeff(), 1e-5);
      EXPECT_LT((few.alpha - dense.alpha).cwiseAbs().maxCoeff(), 1e-6);

      SitePosterior at_the_same_sites;
      at_the_same_sites.begin(problem.few);
      at_the_same_sites.sites = dense.sites;
      ASSERT_TRUE(at_the_same_sites.complete());
      EXPECT_NEAR(at_the_same_sites.log_normaliser, dense.log_normaliser, 1e-10) << name << " " << likelihood;
      EXPECT_LT((at_the_same_sites.mean - dense.mean).cwiseAbs().maxCoeff(), 1e-10);
      EXPECT_LT((at_the_same_sites.alpha - dense.alpha).cwiseAbs().maxCoeff(), 1e-10);
    }
  }
}

TEST(LowRankPrior, GivesEveryParticleOfLookAheadTheSameWeightAndPlace) {
  for (const std::size_t rows : {300UL, 337UL}) {
    const BothForms problem = smooth_problem(rows, "probit");
    SitePosterior posterior;
    ASSERT_TRUE(approximations::named("ep").fit(problem.dense(), {.sweeps = 5}, posterior));
    const Ladder none;
    const Estimator& look_ahead = estimators::named("look-ahead");
    const auto dense = look_ahead.prepare({problem.dense(), posterior, none});
    const auto low_rank = look_ahead.prepare({problem.low_rank(), posterior, none});
    ASSERT_NE(dense, nullptr);
    ASSERT_NE(low_rank, nullptr);
    std::vector<ParticleKey> keys(20);
    for (std::size_t i = 0; i < keys.size(); ++i) keys[i] = {.seed = 3, .particle = i};
    std::vector<double> dense_weights(keys.size());
    std::vector<double> low_rank_weights(keys.size());
    Matrix dense_states;
    Matrix low_rank_states;
    dense->run(keys, dense_weights, dense_states);
    low_rank->run(keys, low_rank_weights, low_rank_states);
    // The dense form proposes in single precision, whose rounding moves draws and weights (by up to 6e-5). That weights
    // are exact for what was proposed is held to 1e-8 by the contract of priors.
    for (std::size_t i = 0; i < keys.size(); ++i) EXPECT_NEAR(low_rank_weights[i], dense_weights[i], 3e-4) << i;
    EXPECT_LT((low_rank_states - dense_states).cwiseAbs().maxCoeff(), 1e-4);
  }
}

// One value shared by all rows is a covariance of rank one whose evidence is known.
TEST(LowRankPrior, LeavesEveryEstimatorUnbiased) {
  ZScores scores;
  std::uint64_t seed = 1;
  for (const char* likelihood : {"probit", "logit"}) {
    for (const double variance : {0.3, 2.0}) {
      const std::vector<double> y = {1, -1, 1, 1, -1, 1};
      const LatentCase latent(Matrix::Constant(6, 6, variance), y, likelihoods::named(likelihood));
      const double truth = log_evidence_of_one_shared_value(latent, variance);
      const Matrix g = Matrix::Constant(6, 1, std::sqrt(variance));
      const LowRankPrior prior({g, {}});
      const LatentProblem problem{prior, *latent.density};
      for (const Estimator* estimator : estimators::all()) {
        for (const char* sites : {"prior", "laplace", "ep"}) {
          SitePosterior posterior;
          ASSERT_TRUE(approximations::named(sites).fit(problem, {}, posterior));
          const Ladder ladder = estimator->uses_ladder() ? make_ladder("default", 4) : Ladder{1, 0};
          const auto prepared = estimator->prepare({problem, posterior, ladder});
          ASSERT_NE(prepared, nullptr);
          std::vector<double> weights;
          ++seed;
          while (weights.size() < 20000) {
            std::vector<ParticleKey> keys(prepared->block_size());
            for (std::size_t i = 0; i < keys.size(); ++i) keys[i] = {.seed = seed, .particle = weights.size() + i};
            std::vector<double> block(keys.size());
            Matrix states;
            prepared->run(keys, block, states);
            weights.insert(weights.end(), block.begin(), block.end());
          }
          scores.add(z_score_of_weights(weights, truth),
                     std::string(estimator->name()) + " from " + sites + ", " + likelihood);
        }
      }
    }
  }
  scores.expect_standard_normal();
}

TEST(LowRankPrior, DrawsTheLatentValuesOfLookAheadByRegression) {
  constexpr Index kRows = 8;
  constexpr int kDraws = 20000;
  Matrix g(kRows, 2);
  for (Index i = 0; i < kRows; ++i) g.row(i) << std::cos(0.7 * double(i)), 2 * std::sin(0.4 * double(i) + 1);
  const std::vector<double> y = {1, 1, -1, -1, 1, -1, 1, 1};
  const LowRankPrior prior({g, {}});
  const auto density = testing_support::density_of(likelihoods::named("probit"), y);
  const LatentProblem problem{prior, *density};
  SitePosterior posterior;
  ASSERT_TRUE(approximations::named("ep").fit(problem, {}, posterior));
  const Ladder none;
  const auto look_ahead = estimators::named("look-ahead").prepare({problem, posterior, none});
  ASSERT_NE(look_ahead, nullptr);
  const Vector t = Vector::LinSpaced(kRows, -1.5, 2);
  const Matrix k = g * g.transpose();
  const Matrix gain = k * (k + Matrix::Identity(kRows, kRows)).inverse();
  const Vector mean = gain * t;
  const Matrix covariance = k - gain * k;
  std::vector<std::vector<double>> values(kRows);
  std::vector<std::vector<double>> products(kRows);
  for (int draw = 0; draw < kDraws; ++draw) {
    Stream stream({.seed = 9, .purpose = Purpose::latent, .iteration = static_cast<std::uint64_t>(draw)});
    const Vector f = look_ahead->latent(t, stream).value() - mean;
    for (Index i = 0; i < kRows; ++i) {
      values[static_cast<std::size_t>(i)].push_back(f(i));
      products[static_cast<std::size_t>(i)].push_back(f(i) * f(kRows - 1 - i));
    }
  }
  ZScores scores;
  for (Index i = 0; i < kRows; ++i) {
    scores.add(z_score(values[static_cast<std::size_t>(i)], 0), "mean of row " + std::to_string(i));
    scores.add(z_score(products[static_cast<std::size_t>(i)], covariance(i, kRows - 1 - i)),
               "covariance of row " + std::to_string(i));
  }
  scores.expect_standard_normal();
}

// What the factor leaves out hardly moves the log evidence, where the labels do not follow it.
TEST(LowRank, MovesTheLogEvidenceByLessThan1e_5) {
  int low_rank = 0;
  for (const KernelParameters& theta : {KernelParameters{20, {0.255}}, {5, {0.5}}, {100, {1.0}}, {400, {0.4}}}) {
    const Dataset data = smooth_data(500, theta);
    for (const char* kernel_name : {"rbf", "matern52"}) {
      const Kernel& kernel = kernels::named(kernel_name);
      const std::optional<Matrix> g = low_rank_factor(data, kernel, theta);
      if (!g) continue;
      ++low_rank;
      Matrix k;
      fill_covariance(data, {kernel, theta}, k);
      for (const char* likelihood : {"probit", "logit"}) {
        const auto density = testing_support::density_of(likelihoods::named(likelihood), signs_of(data.responses));
        const DensePrior dense(k);
        const LowRankPrior low_rank({*g, {}});
        const LatentProblem whole{dense, *density};
        const LatentProblem few{low_rank, *density};
        const Approximation& laplace = approximations::named("laplace");
        SitePosterior from_whole;
        SitePosterior from_few;
        ASSERT_TRUE(laplace.fit(whole, {}, from_whole));
        ASSERT_TRUE(laplace.fit(few, {}, from_few));
        EXPECT_NEAR(*from_few.log_evidence, *from_whole.log_evidence, 1e-5)
            << likelihood << " " << kernel_name << " " << theta.variance << ", " << theta.lengthscales[0];
      }
    }
  }
  EXPECT_GE(low_rank, 4);
}

TEST(LowRank, IsChosenByThetaAloneAndLeavesNothingBehind) {
  const Dataset data = smooth_data(400);
  const Model model({}, data.feature_names);
  const KernelParameters thetas[] = {{20, {0.5}}, {5, {0.01}}, {3, {0.6}}, {20, {0.02}}};
  const std::pair<const char*, const char*> ways[] = {
      {"look-ahead", "ep"}, {"is", "ep"}, {"ais", "laplace"}, {"ais", "prior"}};
  for (const auto& [estimator, approximation] : ways) {
    const EvidenceMethod method{approximations::named(approximation), 5, &estimators::named(estimator),
                                make_ladder("default", 4)};
    std::vector<std::vector<double>> fresh;
    std::vector<bool> low_rank;
    for (const KernelParameters& theta : thetas) {
      EvidenceAtTheta at_theta;
      ASSERT_TRUE(at_theta.prepare(data, model, theta, method));
      low_rank.push_back(at_theta.prior().rank().has_value());
      if (low_rank.back()) {
        EXPECT_EQ(at_theta.prior().jitter(), 0);
      }
      fresh.push_back(at_theta.log_weights(3, 2, 40, {}));
    }
    EXPECT_EQ(low_rank, std::vector<bool>({true, false, true, false}));
    EvidenceAtTheta used;
    for (std::size_t i = std::size(thetas); i-- > 0;) {
      ASSERT_TRUE(used.prepare(data, model, thetas[i], method));
      EXPECT_EQ(used.prior().rank().has_value(), low_rank[i]);
      EXPECT_EQ(used.log_weights(3, 2, 40, {.threads = 2}), fresh[i]) << estimator << " from " << approximation;
    }
  }
}

// Where the variance is next to nothing every label is a toss of a coin.
TEST(LowRank, LeavesTinyVariancesToDenseMatrices) {
  const Dataset data = smooth_data(300);
  for (const char* likelihood : {"probit", "logit"}) {
    ModelSettings settings;
    settings.likelihood = likelihood;
    const Model model(settings, data.feature_names);
    for (const Estimator* estimator : estimators::all()) {
      const EvidenceMethod method{approximations::named("ep"), 5, estimator, make_ladder("default", 4)};
      for (const double variance : {1e-12, 1e-8, 1.9e-5, 2.1e-5, 1e-4}) {
        EvidenceAtTheta at_theta;
        ASSERT_TRUE(at_theta.prepare(data, model, {variance, {0.5}}, method)) << estimator->name() << " " << variance;
        for (const double weight : at_theta.log_weights(3, 1, 4, {})) {
          EXPECT_NEAR(weight, 300 * std::log(0.5), 0.5) << estimator->name() << " " << variance;
        }
      }
    }
  }
}

}  // namespace
}  // namespace lehr

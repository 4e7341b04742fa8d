// Estimates from sites that warm-up learned, without a sweep: unbiased, and sites are left to sweeps where they are
// poor. Rules and sites are functions of theta alone.

#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <optional>
#include <vector>

#include <lehr/evidence/at_theta.hpp>
#include <lehr/math/log_sum_exp.hpp>
#include <lehr/priors/covariance.hpp>
#include <lehr/samplers/learn_sites.hpp>

#include <support/exact_evidence.hpp>
#include <support/example_data.hpp>
#include <support/finite_moments.hpp>
#include <support/z_scores.hpp>

namespace lehr {
namespace {

/// A fit's method with sites from points about `centre` that spread by `spread` in each log parameter.
class LearnedAbout {
 public:
  LearnedAbout(std::size_t rows, const std::vector<double>& centre, double spread, int threads = 1)
      : data(testing_support::wavy_data(rows, 1)), model({}, data.feature_names) {
    Stream stream({1, Purpose::tuning});
    Learned learned;
    for (std::size_t i = 0; i < 2 * LearnedSites::points_needed(2); ++i) {
      learned.draws.push_back(centre);
      for (double& value : learned.draws.back()) value += spread * draw_normal(stream);
    }
    method.learned = learn_sites(data, model, method, method.approximation, learned, 1, {.threads = threads});
  }

  double divergence(const std::vector<double>& log_theta, const FoundSites& sites) const {
    EvidenceAtTheta at_theta;
    EvidenceMethod swept = method;
    swept.learned = nullptr;
    EXPECT_TRUE(at_theta.prepare(data, model, model.theta_at(log_theta), swept));
    const double log_evidence = log_mean_exp(at_theta.log_weights(ParticleKey{.seed = 3}, 2000));
    EXPECT_TRUE(at_theta.prepare_with(sites, data, model, model.theta_at(log_theta), method));
    double mean = 0;
    for (const double weight : at_theta.log_weights(ParticleKey{.seed = 4}, 200)) mean += weight / 200;
    return log_evidence - mean;
  }

  Dataset data;
  Model model;
  EvidenceMethod method = choose_chain_method({}, model.likelihood(), data.rows);
};

TEST(EstimatesFromLearnedSites, AreUnbiasedWithoutASweep) {
  const LearnedAbout about(3, {1, 0}, 0.4);
  ASSERT_NE(about.method.learned, nullptr);
  const std::vector<double> signs = [&] {
    std::vector<double> result;
    for (const double value : about.data.responses.value) result.push_back(value > 0 ? 1 : -1);
    return result;
  }();
  Stream stream({5, Purpose::simulation});
  ZScores scores;
  for (std::uint64_t i = 0; i < 12; ++i) {
    const std::vector<double> log_theta = {1 + 0.3 * draw_normal(stream), 0.3 * draw_normal(stream)};
    if (!about.method.learned->serves(log_theta)) continue;
    const KernelParameters theta = about.model.theta_at(log_theta);
    Matrix k;
    fill_covariance(about.data, about.model.covariance(theta), k);
    const LatentCase latent(k, signs, likelihoods::named("probit"));
    EvidenceAtTheta at_theta;
    ASSERT_TRUE(at_theta.prepare(about.data, about.model, theta, about.method));
    EXPECT_EQ(at_theta.posterior().iterations, 0);
    const FoundSites sites = *about.method.learned->at(about.model.free(theta));
    EXPECT_EQ(at_theta.posterior().sites.precision, sites.sites.precision);
    SitePosterior posterior = with_sites(latent, sites.sites.precision, sites.sites.shift);
    posterior.mean = sites.mean;
    if (!has_finite_moment(2, "look-ahead", latent, posterior)) continue;
    scores.add(
        z_score_of_weights(at_theta.log_weights(ParticleKey{.seed = 40 + i}, 20000), log_probit_evidence(latent)),
        "learned");
  }
  EXPECT_GE(scores.size(), 6U);
  scores.expect_standard_normal();
}

TEST(EstimatesFromLearnedSites, SweepOutsideOfWhatWasLearned) {
  const LearnedAbout about(40, {1, -0.5}, 0.3);
  for (const std::vector<double>& far : {std::vector<double>{1, 2}, {5, -0.5}}) {
    EvidenceAtTheta at_theta;
    ASSERT_TRUE(at_theta.prepare(about.data, about.model, about.model.theta_at(far), about.method));
    EXPECT_GE(at_theta.posterior().iterations, 5);
  }
}

/// Points far apart say little of what lies between them, and no sd is needed to see it.
TEST(EstimatesFromLearnedSites, SweepWhereProposalsAreFarFromThePosterior) {
  const LearnedAbout dense(60, {2, -1}, 0.3);
  const LearnedAbout sparse(60, {2, -1}, 3);
  const std::vector<double> centre = {2, -1};
  ASSERT_TRUE(dense.method.learned->serves(centre));
  EXPECT_LT(dense.divergence(centre, *dense.method.learned->at(centre)), 0.5);
  Stream stream({6, Purpose::simulation});
  int poor = 0;
  int noticed = 0;
  for (int i = 0; i < 40; ++i) {
    const std::vector<double> log_theta = {2 + 3 * draw_normal(stream), -1 + 3 * draw_normal(stream)};
    const std::optional<FoundSites> sites = sparse.method.learned->at(log_theta);
    if (!sites || sparse.divergence(log_theta, *sites) < 1) continue;
    ++poor;
    if (sparse.method.learned->serves(log_theta)) continue;
    ++noticed;
    EvidenceAtTheta at_theta;
    ASSERT_TRUE(at_theta.prepare(sparse.data, sparse.model, sparse.model.theta_at(log_theta), sparse.method));
    EXPECT_GE(at_theta.posterior().iterations, 1);
  }
  EXPECT_GE(poor, 3);
  EXPECT_EQ(noticed, poor);
}

TEST(EstimatesFromLearnedSites, AreFunctionsOfThetaAloneForAnyThreadsAndOrderOfCalls) {
  const LearnedAbout one(30, {1, -0.5}, 1);
  const LearnedAbout two(30, {1, -0.5}, 1, 2);
  std::vector<std::vector<double>> places;
  Stream stream({7, Purpose::simulation});
  for (int i = 0; i < 30; ++i) places.push_back({1 + 2 * draw_normal(stream), -0.5 + 2 * draw_normal(stream)});
  const auto estimates = [&](const LearnedAbout& about, bool backwards) {
    EvidenceAtTheta at_theta;
    std::vector<double> found(places.size());
    for (std::size_t k = 0; k < places.size(); ++k) {
      const std::size_t i = backwards ? places.size() - 1 - k : k;
      EXPECT_TRUE(at_theta.prepare(about.data, about.model, about.model.theta_at(places[i]), about.method));
      found[i] = log_mean_exp(at_theta.log_weights(ParticleKey{.seed = 2, .iteration = i}, 8));
    }
    return found;
  };
  const std::vector<double> usual = estimates(one, false);
  EXPECT_EQ(estimates(one, true), usual);
  EXPECT_EQ(estimates(two, false), usual);
  int serves = 0;
  for (const std::vector<double>& place : places) serves += int(one.method.learned->serves(place));
  EXPECT_GT(serves, 3);
  EXPECT_LT(serves, 27);
}

}  // namespace
}  // namespace lehr

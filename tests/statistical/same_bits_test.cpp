// What must be a function of theta and the seed alone: estimates, sites, jitter.

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include <lehr/api/evidence.hpp>
#include <lehr/data/encoding.hpp>
#include <lehr/evidence/at_theta.hpp>
#include <lehr/priors/covariance.hpp>
#include <lehr/priors/dense_prior.hpp>

#include "support/latent_problems.hpp"

namespace lehr {
namespace {

const Dataset& glass() {
  static const Dataset data = encode_training_table(read_table(LEHR_SOURCE_DIR "/data/glass.csv")).data;
  return data;
}

/// Thirty rows of Glass, ten of them twice.
Dataset with_equal_rows() {
  const Dataset& all = glass();
  Dataset data{.rows = 40, .features = all.features, .inputs = {}, .responses = {}, .feature_names = all.feature_names};
  const auto source = [](std::size_t row) { return row < 30 ? 7 * row : 7 * (row - 30); };
  for (std::size_t feature = 0; feature < all.features; ++feature) {
    for (std::size_t row = 0; row < data.rows; ++row) data.inputs.push_back(all.feature(feature)[source(row)]);
  }
  for (std::size_t row = 0; row < data.rows; ++row) data.responses.value.push_back(all.responses.value[source(row)]);
  return data;
}

struct Combination {
  const char* estimator;
  const char* approximation;
};
constexpr Combination kCombinations[] = {
    {"is", "ep"}, {"ais", "prior"}, {"ais", "laplace"}, {"ais", "ep"}, {"look-ahead", "ep"}};

TEST(EvidenceWithTheSameSeed, HasTheSameBitsForAnyNumberOfThreads) {
  for (const auto& [estimator, approximation] : kCombinations) {
    EvidenceSettings settings;
    settings.estimator = estimator;
    settings.approximation = approximation;
    settings.importance_samples = 37;  // does not fill its blocks
    settings.repeats = 5;
    settings.seed = 11;
    std::vector<EvidenceReport> reports;
    for (const int threads : {1, 2, 4}) {
      reports.push_back(evidence(glass(), {}, {15, {3.8}}, settings, {.threads = threads}));
    }
    for (std::size_t i = 1; i < reports.size(); ++i) {
      EXPECT_EQ(reports[i].log_evidence, reports[0].log_evidence) << estimator << " " << approximation;
      EXPECT_EQ(reports[i].log_estimates, reports[0].log_estimates) << estimator << " " << approximation;
      EXPECT_EQ(reports[i].se_log, reports[0].se_log);
      EXPECT_EQ(reports[i].sd_log, reports[0].sd_log);
    }
    settings.seed = 12;
    EXPECT_NE(evidence(glass(), {}, {15, {3.8}}, settings).log_evidence, reports[0].log_evidence);
  }
}

TEST(EvidenceWithTheSameSeed, GivesDifferentEstimatesInEveryRepeat) {
  EvidenceSettings settings;
  settings.importance_samples = 3;
  settings.repeats = 20;
  const EvidenceReport report = evidence(glass(), {}, {15, {3.8}}, settings);
  for (std::size_t i = 0; i < report.log_estimates.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) EXPECT_NE(report.log_estimates[i], report.log_estimates[j]);
  }
}

EvidenceMethod method_of(const Combination& combination) {
  return {approximations::named(combination.approximation), 5, &estimators::named(combination.estimator),
          make_ladder("default", 7)};
}

TEST(EvidenceAtAPoint, DoesNotDependOnWhatWasPreparedBefore) {
  const Dataset data = with_equal_rows();
  const Model model({}, data.feature_names);
  for (const Combination& combination : kCombinations) {
    const EvidenceMethod method = method_of(combination);
    EvidenceAtTheta fresh;
    ASSERT_TRUE(fresh.prepare(data, model, {15, {3.8}}, method));
    const std::vector<double> weights = fresh.log_weights(3, 4, 5, {});

    EvidenceAtTheta used;
    ASSERT_TRUE(used.prepare(data, model, {2, {0.5}}, method));
    used.log_weights(4, 1, 2, {});
    used.approximation_log_evidence();
    ASSERT_TRUE(used.prepare(glass(), model, {40, {12}}, method));
    ASSERT_TRUE(used.prepare(data, model, {15, {3.8}}, method));
    EXPECT_EQ(used.prior().jitter(), fresh.prior().jitter());
    EXPECT_EQ(used.posterior().sites.precision, fresh.posterior().sites.precision);
    EXPECT_EQ(used.posterior().sites.shift, fresh.posterior().sites.shift);
    EXPECT_EQ(used.posterior().log_normaliser, fresh.posterior().log_normaliser);
    EXPECT_EQ(used.log_weights(3, 4, 5, {}), weights) << combination.estimator << " from " << combination.approximation;
  }
}

TEST(EvidenceAtAPoint, DoesNotDependOnWhetherTheApproximationWasAskedFirst) {
  const Model model({}, glass().feature_names);
  for (const Combination& combination : kCombinations) {
    EvidenceAtTheta at_theta;
    ASSERT_TRUE(at_theta.prepare(glass(), model, {15, {3.8}}, method_of(combination)));
    const std::vector<double> before = at_theta.log_weights(3, 2, 5, {});
    at_theta.approximation_log_evidence();
    EXPECT_EQ(at_theta.log_weights(3, 2, 5, {}), before)
        << combination.estimator << " from " << combination.approximation;
  }
}

TEST(Jitter, IsInTheCovarianceOfSitesNormaliserAndDraws) {
  const Dataset data = with_equal_rows();
  const Model model({}, data.feature_names);
  for (const Combination& combination : kCombinations) {
    const EvidenceMethod method = method_of(combination);
    EvidenceAtTheta at_theta;
    ASSERT_TRUE(at_theta.prepare(data, model, {15, {3.8}}, method));
    Matrix k;
    fill_covariance(data, model.covariance({15, {3.8}}), k);
    if (std::string(combination.estimator) == "look-ahead") {
      EXPECT_EQ(at_theta.prior().jitter(), 0.0) << "look-ahead needs none";
    } else {
      EXPECT_GT(at_theta.prior().jitter(), 0.0);
      EXPECT_LE(at_theta.prior().jitter(), 15 * 1e-6);
    }
    // The same by hand, with the jitter put in before anything else.
    k.diagonal().array() += at_theta.prior().jitter();
    DensePrior prior(k);
    if (method.estimator->draws_from_sites()) {
      ASSERT_TRUE(prior.prepare_draws());
    }
    ASSERT_EQ(prior.jitter(), 0.0);
    const auto density = testing_support::density_of(model.likelihood(), signs_of(data.responses));
    const LatentProblem problem{prior, *density};
    SitePosterior posterior;
    const bool only_sites = !method.estimator->draws_from_sites();
    ASSERT_TRUE(method.approximation.fit(problem, {.sweeps = 5, .only_sites = only_sites}, posterior));
    EXPECT_EQ(at_theta.prior().marginal_variances(), Vector(k.diagonal()));
    EXPECT_EQ(posterior.sites.precision, at_theta.posterior().sites.precision);
    EXPECT_EQ(posterior.sites.shift, at_theta.posterior().sites.shift);
    EXPECT_EQ(posterior.mean, at_theta.posterior().mean);
    if (!only_sites) {
      EXPECT_EQ(posterior.log_normaliser, at_theta.posterior().log_normaliser);
    }
    const auto estimator = method.estimator->prepare({problem, posterior, method.ladder});
    ASSERT_NE(estimator, nullptr);
    std::vector<ParticleKey> keys(5);
    for (std::size_t i = 0; i < keys.size(); ++i) keys[i] = {.seed = 3, .particle = i};
    std::vector<double> weights(keys.size());
    Matrix states;
    estimator->run(keys, weights, states);
    EXPECT_EQ(at_theta.log_weights(3, 1, keys.size(), {}), weights) << combination.estimator;
  }
}

TEST(Jitter, IsInTheSitesOfADrawFromAnApproximationToo) {
  const Dataset data = with_equal_rows();
  const Model model({}, data.feature_names);
  for (const char* approximation : {"laplace", "ep"}) {
    EvidenceAtTheta at_theta;
    ASSERT_TRUE(at_theta.prepare(data, model, {15, {3.8}}, {approximations::named(approximation), 5, nullptr, {}}));
    ASSERT_EQ(at_theta.prior().jitter(), 0.0) << "sites need none";
    Matrix k;
    fill_covariance(data, model.covariance({15, {3.8}}), k);
    const Vector no_end;
    for (int draws = 0; draws < 2; ++draws) {
      Stream stream({3, Purpose::latent});
      const auto draw = at_theta.draw_latents(no_end, true, stream);
      ASSERT_TRUE(draw.has_value());
      const double jitter = at_theta.prior().jitter();
      ASSERT_GT(jitter, 0.0);

      // The same by hand, with the jitter put in before anything else.
      Matrix jittered = k;
      jittered.diagonal().array() += jitter;
      DensePrior prior(jittered);
      ASSERT_TRUE(prior.prepare_draws());
      SitePosterior posterior;
      posterior.begin(prior);
      posterior.sites = at_theta.posterior().sites;
      ASSERT_TRUE(posterior.complete());
      Stream same({3, Purpose::latent});
      EXPECT_EQ(draw->latent, posterior.law->draw_one(posterior.mean, same)) << approximation;
    }
  }
}

TEST(Jitter, IsAFunctionOfThetaAlone) {
  const Dataset data = with_equal_rows();
  const Model model({}, data.feature_names);
  const EvidenceMethod method = method_of({"ais", "laplace"});
  std::vector<double> first;
  EvidenceAtTheta at_theta;
  const KernelParameters thetas[] = {{1, {0.3}}, {15, {3.8}}, {60, {30}}, {5, {1}}};
  for (const KernelParameters& theta : thetas) {
    ASSERT_TRUE(at_theta.prepare(data, model, theta, method));
    first.push_back(at_theta.prior().jitter());
  }
  for (std::size_t i = std::size(thetas); i-- > 0;) {
    ASSERT_TRUE(at_theta.prepare(data, model, thetas[i], method));
    EXPECT_EQ(at_theta.prior().jitter(), first[i]);
  }
}

}  // namespace
}  // namespace lehr

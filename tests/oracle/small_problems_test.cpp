// Three rows with known evidence: an rbf kernel of variance 4 and length-scale 0.8, and one value shared by all rows
// (K = 4 11'). The values are those of `oracles/small.json`, beside the source: the truth by two quadrature rules in
// numpy that agree to 1e-8 with each other, Laplace and EP by an implementation of its own.

#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <lehr/api/evidence.hpp>
#include <support/latent_case.hpp>
#include <support/z_scores.hpp>

namespace lehr {
namespace {

struct SmallProblem {
  const char* likelihood;
  double laplace;
  double ep;
  double exact;
  double shared_value;  // exact, with K = 4 11'
};

constexpr SmallProblem kProblems[] = {
    {"logit", -2.6054132893010538, -2.51367878811862, -2.513512890352809, -2.580802910460608},
    {"probit", -2.8570724817161652, -2.785309243030313, -2.786495459596207, -2.9718557758502437},
};

const std::vector<double> kLabels = {1, -1, 1};

Dataset three_rows() {
  return {.rows = 3,
          .features = 2,
          .inputs = {0, 0.5, 1, 0, 0.2, -0.7},
          .responses = classes_of(kLabels),
          .feature_names = {"x1", "x2"}};
}

TEST(SmallProblems, HaveTheApproximationsOfAnotherProgram) {
  for (const SmallProblem& problem : kProblems) {
    for (const auto& [name, value] : {std::pair("laplace", problem.laplace), std::pair("ep", problem.ep)}) {
      EvidenceSettings settings;
      settings.approximation = name;
      settings.estimator = "approximation";
      const EvidenceReport report = evidence(three_rows(), {.likelihood = problem.likelihood}, {4, {0.8}}, settings);
      EXPECT_NEAR(report.log_evidence, value, 2e-5) << name << ", " << problem.likelihood;
    }
  }
}

// 12 z-scores, 5.5 each: a false alarm in 5e-7 of all choices of the seed.
TEST(SmallProblems, HaveUnbiasedEstimatesByEveryEstimator) {
  for (const SmallProblem& problem : kProblems) {
    for (const char* estimator : {"look-ahead", "ais", "is"}) {
      EvidenceSettings settings;
      settings.estimator = estimator;
      settings.importance_samples = 40000;
      settings.temperatures = 6;
      settings.seed = 5;
      const EvidenceReport report = evidence(three_rows(), {.likelihood = problem.likelihood}, {4, {0.8}}, settings);
      EXPECT_NEAR(report.log_evidence, problem.exact, 5.5 * *report.se_log) << estimator << ", " << problem.likelihood;
      EXPECT_LT(*report.se_log, 0.01) << estimator << ": too noisy to test anything";

      const LatentCase shared(Matrix::Constant(3, 3, 4.0), kLabels, likelihoods::named(problem.likelihood));
      const SitePosterior sites = fitted(shared, "ep");
      const Particles particles =
          run_particles(estimators::named(estimator), shared, sites, make_ladder("default", 6), 40000, 7);
      EXPECT_LT(std::abs(z_score_of_weights(particles.log_weights, problem.shared_value)), 5.5)
          << estimator << ", " << problem.likelihood << ", one shared value";
    }
  }
}

}  // namespace
}  // namespace lehr

// Log evidences on which independent programs agree, to the digits they give: Laplace probit from GPBoost, GPML and
// GPy; EP probit from GPML and GPstuff; Laplace logit from scikit-learn. Standardised features (n - 1), isotropic RBF.

#include <cmath>
#include <string>

#include <gtest/gtest.h>

#include <lehr/api/evidence.hpp>
#include <lehr/data/encoding.hpp>

namespace lehr {
namespace {

Dataset shipped(const std::string& name) {
  return encode_training_table(read_table(std::string(LEHR_SOURCE_DIR) + "/data/" + name + ".csv")).data;
}

struct Published {
  const char* data;
  double variance;
  double lengthscale;
  double laplace_probit;
  double ep_probit;
  double laplace_logit;
};

class PublishedEvidence : public testing::TestWithParam<Published> {
 protected:
  static EvidenceReport report(const char* approximation, const char* likelihood) {
    ModelSettings model;
    model.likelihood = likelihood;
    EvidenceSettings settings;
    settings.approximation = approximation;
    settings.estimator = "approximation";
    return evidence(shipped(GetParam().data), model, {GetParam().variance, {GetParam().lengthscale}}, settings);
  }
};

constexpr double kTolerance = 1e-6;

TEST_P(PublishedEvidence, OfLaplaceWithProbit) {
  const EvidenceReport got = report("laplace", "probit");
  EXPECT_NEAR(got.log_evidence, GetParam().laplace_probit, kTolerance);
  EXPECT_TRUE(got.converged);
}

TEST_P(PublishedEvidence, OfExpectationPropagationWithProbit) {
  const EvidenceReport got = report("ep", "probit");
  EXPECT_NEAR(got.log_evidence, GetParam().ep_probit, kTolerance);
  EXPECT_TRUE(got.converged);
}

TEST_P(PublishedEvidence, OfLaplaceWithLogit) {
  const EvidenceReport got = report("laplace", "logit");
  EXPECT_NEAR(got.log_evidence, GetParam().laplace_logit, kTolerance);
  EXPECT_TRUE(got.converged);
}

INSTANTIATE_TEST_SUITE_P(SixRows, PublishedEvidence,
                         testing::Values(Published{"pima", 5, 3, -382.68462800, -381.78896172, -375.63000140},
                                         Published{"pima", 20, 1, -482.80908200, -431.58265217, -447.25431552},
                                         Published{"breast", 5, 3, -74.83127521, -73.88300286, -77.61909197},
                                         Published{"breast", 20, 1, -169.50735940, -138.09346478, -151.11975131},
                                         Published{"glass", 5, 3, -40.21988881, -39.44394606, -46.04994083},
                                         Published{"glass", 20, 1, -60.40137759, -49.75898981, -54.50844690}),
                         [](const auto& info) {
                           return std::string(info.param.data) + "_" + std::to_string(int(info.param.variance)) + "_" +
                                  std::to_string(int(info.param.lengthscale));
                         });

// The published gradients have six decimals: half a unit of the last one is 5e-7, and their own differences leave a
// little more.
constexpr double kGradientTolerance = 5e-6;

TEST(PublishedGradient, OfLaplaceWithProbitOnPima) {
  const EvidenceGradient got = evidence_gradient(shipped("pima"), {}, {5, {3.0}}, "laplace");
  EXPECT_NEAR(got.gradient[0], -12.137592, kGradientTolerance);
  EXPECT_NEAR(got.gradient[1], 31.854835, kGradientTolerance);
}

TEST(PublishedGradient, OfExpectationPropagationWithProbitOnPima) {
  const EvidenceGradient got = evidence_gradient(shipped("pima"), {}, {5, {3.0}}, "ep");
  EXPECT_NEAR(got.gradient[0], -11.420415, kGradientTolerance);
  EXPECT_NEAR(got.gradient[1], 28.815570, kGradientTolerance);
}

}  // namespace
}  // namespace lehr

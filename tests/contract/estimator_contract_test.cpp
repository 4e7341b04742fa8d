// What every estimator must hold from every approximation: finite weights that depend on a particle's key alone, and
// the right mean on a problem small enough to integrate.

#include <cmath>
#include <cstddef>
#include <numbers>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include <Eigen/Dense>

#include <lehr/evidence/at_theta.hpp>
#include <lehr/math/quadrature.hpp>

#include "support/component_name.hpp"
#include "support/example_data.hpp"
#include "support/latent_problems.hpp"
#include "support/z_scores.hpp"

namespace lehr {
namespace {

using testing_support::ComponentName;
using testing_support::every;
using testing_support::responding_to;
using testing_support::wavy_data;

class EstimatorContract : public testing::TestWithParam<std::tuple<const Estimator*, const Approximation*>> {
 protected:
  static const Estimator& estimator() { return *std::get<0>(GetParam()); }
  static EvidenceMethod method(int steps) {
    return {*std::get<1>(GetParam()), 5, &estimator(), make_ladder("default", steps)};
  }
  static Model model(const Likelihood& likelihood, const Dataset& data) {
    ModelSettings settings;
    settings.likelihood = likelihood.name();
    return {settings, data.feature_names};
  }
  static std::span<const Likelihood* const> every_likelihood() { return likelihoods::all(); }
};

TEST_P(EstimatorContract, WeightsAreFiniteAndTheSameBitsForAnyNumberOfThreads) {
  for (const Likelihood* likelihood : every_likelihood()) {
    const Dataset data = responding_to(*likelihood, wavy_data(20, 2));
    EvidenceAtTheta at_theta;
    ASSERT_TRUE(at_theta.prepare(data, model(*likelihood, data), {5, {1.0}}, method(5)));
    const std::vector<double> one = at_theta.log_weights(3, 3, 70, {.threads = 1});
    ASSERT_EQ(one.size(), 210u);
    for (const double weight : one) EXPECT_TRUE(std::isfinite(weight)) << likelihood->name();
    EXPECT_EQ(at_theta.log_weights(3, 3, 70, {.threads = 2}), one) << likelihood->name();
    EXPECT_EQ(at_theta.log_weights(3, 3, 70, {.threads = 3}), one) << likelihood->name();
  }
}

TEST_P(EstimatorContract, PreparingAgainAfterAnotherThetaGivesTheSameBits) {
  for (const Likelihood* likelihood : every_likelihood()) {
    const Dataset data = responding_to(*likelihood, wavy_data(20, 2));
    EvidenceAtTheta fresh;
    ASSERT_TRUE(fresh.prepare(data, model(*likelihood, data), {5, {1.0}}, method(5)));
    EvidenceAtTheta used;
    ASSERT_TRUE(used.prepare(data, model(*likelihood, data), {80, {0.3}}, method(5)));
    ASSERT_TRUE(used.prepare(data, model(*likelihood, data), {5, {1.0}}, method(5)));
    EXPECT_EQ(used.log_weights(3, 1, 10, {}), fresh.log_weights(3, 1, 10, {})) << likelihood->name();
  }
}

TEST_P(EstimatorContract, AParticleDoesNotDependOnHowManyOthersRun) {
  for (const Likelihood* likelihood : every_likelihood()) {
    const Dataset data = responding_to(*likelihood, wavy_data(20, 2));
    EvidenceAtTheta at_theta;
    ASSERT_TRUE(at_theta.prepare(data, model(*likelihood, data), {5, {1.0}}, method(5)));
    const std::vector<double> many = at_theta.log_weights(3, 2, 70, {});
    for (const std::size_t samples : {1u, 2u, 5u, 33u}) {
      const std::vector<double> few = at_theta.log_weights(3, 2, samples, {});
      for (std::size_t repeat = 0; repeat < 2; ++repeat) {
        for (std::size_t i = 0; i < samples; ++i) {
          EXPECT_NEAR(few[repeat * samples + i], many[repeat * 70 + i], 1e-9) << likelihood->name() << " " << samples;
        }
      }
    }
  }
}

TEST_P(EstimatorContract, ParticlesAndRepeatsDiffer) {
  const Dataset data = wavy_data(20, 2);
  EvidenceAtTheta at_theta;
  ASSERT_TRUE(at_theta.prepare(data, model(likelihoods::named("probit"), data), {5, {1.0}}, method(5)));
  const std::vector<double> weights = at_theta.log_weights(3, 2, 2, {});
  EXPECT_NE(weights[0], weights[1]);
  EXPECT_NE(weights[0], weights[2]);
  EXPECT_NE(weights[1], weights[2]);
  EXPECT_NE(at_theta.log_weights(4, 2, 2, {})[0], weights[0]) << "another seed";
}

// Two rows at distance 0.4, variance 0.8, labels +1 and -1: weights of finite variance from all sites.
Dataset two_rows() {
  Dataset data;
  data.rows = 2;
  data.features = 1;
  data.inputs = {0.0, 0.4};
  data.responses.value = {1, 0};
  return testing_support::with_names(data);
}
constexpr double kVariance = 0.8;
const double kCovariance = kVariance * std::exp(-0.5 * 0.4 * 0.4);

/// p(y) of those two rows by a product rule: f1 = s x1, f2 = c x1 + r x2, from independent normals.
double evidence_by_quadrature(const Likelihood& likelihood) {
  const QuadratureRule rule = gauss_hermite(60);
  const double s = std::sqrt(kVariance);
  const double c = kCovariance / s;
  const double r = std::sqrt(kVariance - c * c);
  double total = 0;
  for (std::size_t i = 0; i < rule.nodes.size(); ++i) {
    for (std::size_t j = 0; j < rule.nodes.size(); ++j) {
      total += rule.weights[i] * rule.weights[j] *
               std::exp(testing_support::log_density(likelihood, 1, s * rule.nodes[i]).value +
                        testing_support::log_density(likelihood, -1, c * rule.nodes[i] + r * rule.nodes[j]).value);
    }
  }
  return total;
}

TEST(TwoRows, QuadratureAgreesWithTheArcSine) {
  const double rho = -kCovariance / (kVariance + 1);
  EXPECT_NEAR(evidence_by_quadrature(likelihoods::named("probit")), 0.25 + std::asin(rho) / (2 * std::numbers::pi),
              1e-13);
}

TEST_P(EstimatorContract, TheMeanWeightOfTwoRowsIsTheirEvidence) {
  // At most 100 comparisons: a false alarm in 1e-6 of all choices of the seed.
  const double standard_errors = threshold_for(1e-6 / 100);
  for (const Likelihood* likelihood : every_likelihood()) {
    const Dataset data = responding_to(*likelihood, two_rows());
    const double truth = evidence_by_quadrature(*likelihood);
    for (const int steps : {2, 4}) {
      EvidenceAtTheta at_theta;
      ASSERT_TRUE(at_theta.prepare(data, model(*likelihood, data), {kVariance, {1.0}}, method(steps)));
      const std::vector<double> weights = at_theta.log_weights(11, 1, 40000, {});
      double mean = 0;
      for (const double w : weights) mean += std::exp(w) / double(weights.size());
      double squares = 0;
      for (const double w : weights) squares += std::pow(std::exp(w) - mean, 2);
      const double standard_error = std::sqrt(squares) / double(weights.size());
      // Where sites are exact, all that is left is the little noise that look-ahead adds to f.
      EXPECT_NEAR(mean, truth, standard_errors * standard_error + 1e-12 + kLeastNoise * truth)
          << likelihood->name() << ", " << steps;
      EXPECT_LT(standard_error, 0.02 * truth) << likelihood->name() << ": too noisy to test anything";
    }
  }
}

// Three rows at 0, 0.4 and 1.1, labels +1, -1 and +1. At this variance weights of annealing have no variance; those of
// look-ahead do.
Dataset three_rows() {
  Dataset data;
  data.rows = 3;
  data.features = 1;
  data.inputs = {0.0, 0.4, 1.1};
  data.responses.value = {1, 0, 1};
  return testing_support::with_names(data);
}
const KernelParameters kOfThreeRows = {2, {1.0}};

Matrix covariance_of_three_rows() {
  const Dataset data = three_rows();
  Matrix k(3, 3);
  for (Index i = 0; i < 3; ++i) {
    for (Index j = 0; j < 3; ++j) {
      const double distance = data.inputs[std::size_t(i)] - data.inputs[std::size_t(j)];
      k(i, j) = kOfThreeRows.variance * std::exp(-0.5 * distance * distance);
    }
  }
  return k;
}

/// p(y) of those rows by a product rule in x, f = L x.
double evidence_of_three_rows(const Likelihood& likelihood) {
  const QuadratureRule rule = gauss_hermite(90);
  const Matrix l = covariance_of_three_rows().llt().matrixL();
  const std::unique_ptr<RowDensity> density = testing_support::density_of(likelihood, {1, -1, 1});
  double total = 0;
  for (std::size_t i = 0; i < rule.nodes.size(); ++i) {
    const double one = rule.weights[i] * std::exp(density->log_density(0, l(0, 0) * rule.nodes[i]).value);
    for (std::size_t j = 0; j < rule.nodes.size(); ++j) {
      const double f = l(1, 0) * rule.nodes[i] + l(1, 1) * rule.nodes[j];
      const double two = one * rule.weights[j] * std::exp(density->log_density(1, f).value);
      for (std::size_t k = 0; k < rule.nodes.size(); ++k) {
        const double g = l(2, 0) * rule.nodes[i] + l(2, 1) * rule.nodes[j] + l(2, 2) * rule.nodes[k];
        total += two * rule.weights[k] * std::exp(density->log_density(2, g).value);
      }
    }
  }
  return total;
}

TEST(ThreeRows, QuadratureAgreesWithTheArcSines) {
  const Matrix k = covariance_of_three_rows();
  const double scale = kOfThreeRows.variance + 1;  // of t = f + noise
  const double angles = std::asin(-k(0, 1) / scale) + std::asin(k(0, 2) / scale) + std::asin(-k(1, 2) / scale);
  EXPECT_NEAR(evidence_of_three_rows(likelihoods::named("probit")), 0.125 + angles / (4 * std::numbers::pi), 1e-11);
}

class LookAheadContract : public testing::TestWithParam<const Likelihood*> {};

TEST_P(LookAheadContract, TheMeanWeightOfThreeRowsIsTheirEvidenceFromAnySites) {
  const Likelihood& likelihood = *GetParam();
  const Dataset data = responding_to(likelihood, three_rows());
  const Model model({.likelihood = std::string(likelihood.name())}, data.feature_names);
  const double truth = evidence_of_three_rows(likelihood);
  // At most 20 comparisons: a false alarm in 1e-6 of all choices of the seed.
  const double standard_errors = threshold_for(1e-6 / 20);
  for (const Approximation* approximation : approximations::all()) {
    EvidenceAtTheta at_theta;
    ASSERT_TRUE(at_theta.prepare(data, model, kOfThreeRows, {*approximation, 5, &estimators::named("look-ahead"), {}}));
    const std::vector<double> weights = at_theta.log_weights(12, 1, 60000, {});
    double mean = 0;
    for (const double w : weights) mean += std::exp(w) / double(weights.size());
    double squares = 0;
    for (const double w : weights) squares += std::pow(std::exp(w) - mean, 2);
    const double standard_error = std::sqrt(squares) / double(weights.size());
    EXPECT_NEAR(mean, truth, standard_errors * standard_error + (1e-9 + kLeastNoise) * truth) << approximation->name();
    EXPECT_LT(standard_error, 0.01 * truth) << approximation->name() << ": too noisy to test anything";
  }
}

INSTANTIATE_TEST_SUITE_P(Every, LookAheadContract, every(likelihoods::all()), ComponentName());

TEST_P(EstimatorContract, HasANameAFormulaAndIsFoundByItsName) {
  EXPECT_FALSE(estimator().formula().empty());
  EXPECT_EQ(&estimators::named(estimator().name()), &estimator());
}

INSTANTIATE_TEST_SUITE_P(Every, EstimatorContract,
                         testing::Combine(every(estimators::all()), every(approximations::all())), ComponentName());

}  // namespace
}  // namespace lehr

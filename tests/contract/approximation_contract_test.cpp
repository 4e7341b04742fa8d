// What every approximation must hold with every likelihood: its posterior is what its sites imply, it is a function of
// the problem alone, and its evidence has the symmetries of the model.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <numeric>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>
#include <Eigen/LU>

#include <lehr/api/evidence.hpp>
#include <lehr/priors/covariance.hpp>
#include <lehr/sites/approximation.hpp>

#include "support/central_difference.hpp"
#include "support/component_name.hpp"
#include "support/example_data.hpp"
#include "support/latent_problems.hpp"

namespace lehr {
namespace {

using testing_support::ComponentName;
using testing_support::DenseProblem;
using testing_support::every;
using testing_support::symmetric;
using testing_support::wavy_data;
using testing_support::with_rows;

Matrix covariance_of(const Dataset& data, const char* kernel = "matern32", double variance = 4,
                     double lengthscale = 1) {
  Matrix k;
  fill_covariance(data, {kernels::named(kernel), {variance, {lengthscale}}}, k);
  return k;
}

std::vector<std::size_t> reversed_in_pairs(std::size_t rows) {
  std::vector<std::size_t> order(rows);
  std::iota(order.rbegin(), order.rend(), std::size_t{0});
  for (std::size_t i = 0; i + 1 < rows; i += 2) std::swap(order[i], order[i + 1]);
  return order;
}

class ApproximationContract : public testing::TestWithParam<std::tuple<const Approximation*, const Likelihood*>> {
 protected:
  static const Approximation& approximation() { return *std::get<0>(GetParam()); }
  static const Likelihood& likelihood() { return *std::get<1>(GetParam()); }

  /// The approximation's log evidence; a test failure and NaN where it has none.
  static double log_evidence(const Matrix& k, const std::vector<double>& y) {
    const DenseProblem problem(k, y, likelihood());
    SitePosterior posterior;
    EXPECT_TRUE(approximation().fit(problem, {}, posterior));
    EXPECT_TRUE(posterior.converged);
    const std::optional<double> result = approximation().log_evidence(problem, posterior);
    EXPECT_TRUE(result.has_value());
    return result.value_or(std::nan(""));
  }
};

void expect_same_bits(const SitePosterior& a, const SitePosterior& b) {
  EXPECT_EQ(a.sites.precision, b.sites.precision);
  EXPECT_EQ(a.sites.shift, b.sites.shift);
  EXPECT_EQ(a.mean, b.mean);
  EXPECT_EQ(a.alpha, b.alpha);
  EXPECT_EQ(a.log_normaliser, b.log_normaliser);
  EXPECT_EQ(a.iterations, b.iterations);
}

TEST_P(ApproximationContract, SitesAreFiniteWithPrecisionsThatAreNotNegative) {
  for (const std::size_t rows : {1u, 2u, 15u, 33u}) {
    const Dataset data = wavy_data(rows, 2);
    const Matrix k = covariance_of(data);
    SitePosterior posterior;
    ASSERT_TRUE(approximation().fit(DenseProblem(k, signs_of(data.responses), likelihood()), {}, posterior)) << rows;
    ASSERT_EQ(posterior.sites.precision.size(), Index(rows));
    EXPECT_TRUE(posterior.sites.precision.allFinite());
    EXPECT_TRUE(posterior.sites.shift.allFinite());
    EXPECT_GE(posterior.sites.precision.minCoeff(), 0);
    EXPECT_TRUE(posterior.converged);
  }
}

TEST_P(ApproximationContract, PosteriorIsWhatTheSitesImply) {
  for (const std::size_t rows : {1u, 7u, 20u}) {
    for (const std::optional<int> sweeps : {std::optional<int>(), std::optional<int>(3)}) {
      const Dataset data = wavy_data(rows, 2);
      const Matrix k = covariance_of(data);
      const auto n = Index(rows);
      SitePosterior posterior;
      ASSERT_TRUE(approximation().fit(DenseProblem(k, signs_of(data.responses), likelihood()),
                                      {.sweeps = sweeps, .context = {}}, posterior));
      // Sigma = K (I + W K)^-1 and |B| = |I + W K|, by elimination with pivots.
      const Matrix full = symmetric(k);
      const Matrix one_plus_wk = Matrix::Identity(n, n) + posterior.sites.precision.asDiagonal() * full;
      const Eigen::PartialPivLU<Matrix> lu(one_plus_wk);
      const Vector mean = full * lu.solve(posterior.sites.shift);
      const double log_normaliser = 0.5 * posterior.sites.shift.dot(mean) - 0.5 * std::log(lu.determinant());
      EXPECT_LT((posterior.mean - mean).norm(), 1e-11 * (1 + mean.norm()));
      EXPECT_LT((posterior.alpha - lu.solve(posterior.sites.shift)).norm(), 1e-11 * (1 + posterior.alpha.norm()));
      EXPECT_NEAR(posterior.log_normaliser, log_normaliser, 1e-11 * (1 + std::abs(log_normaliser)));
      EXPECT_NEAR(posterior.law->log_determinant(), std::log(lu.determinant()), 1e-11);
    }
  }
}

TEST_P(ApproximationContract, TwoFitsGiveTheSameBits) {
  const Dataset data = wavy_data(25, 3);
  const Matrix k = covariance_of(data);
  SitePosterior first;
  SitePosterior second;
  ASSERT_TRUE(approximation().fit(DenseProblem(k, signs_of(data.responses), likelihood()), {}, first));
  ASSERT_TRUE(approximation().fit(DenseProblem(k, signs_of(data.responses), likelihood()), {}, second));
  expect_same_bits(first, second);
}

TEST_P(ApproximationContract, APoorStartIsLeftAndAGoodOneSavesSweeps) {
  if (!approximation().sweeps()) return;
  const Dataset data = wavy_data(25, 3);
  const Matrix k = covariance_of(data);
  const DenseProblem problem(k, signs_of(data.responses), likelihood());
  constexpr int kSweeps = 5;
  SitePosterior usual;
  ASSERT_TRUE(approximation().fit(problem, {.sweeps = kSweeps, .context = {}}, usual));

  const Sites wrong_labels{usual.sites.precision, -usual.sites.shift};
  const Sites broken{Vector::Constant(25, 1e300), Vector::Constant(25, 1e300)};
  for (const Sites& poor : {wrong_labels, broken}) {
    SitePosterior posterior;
    ASSERT_TRUE(approximation().fit(problem, {.sweeps = kSweeps, .start = &poor, .context = {}}, posterior));
    EXPECT_EQ(posterior.sites.precision, usual.sites.precision);
    EXPECT_EQ(posterior.sites.shift, usual.sites.shift);
    EXPECT_EQ(posterior.iterations, kSweeps);
  }

  SitePosterior converged;
  ASSERT_TRUE(approximation().fit(problem, {}, converged));
  SitePosterior posterior;
  ASSERT_TRUE(approximation().fit(problem, {.sweeps = kSweeps, .start = &converged.sites, .context = {}}, posterior));
  EXPECT_EQ(posterior.iterations, 1);
  EXPECT_LT((posterior.sites.shift - converged.sites.shift).norm(), 1e-5 * converged.sites.shift.norm());
}

TEST_P(ApproximationContract, AFitDoesNotDependOnWhatThePosteriorHeldBefore) {
  const Dataset data = wavy_data(25, 3);
  const Matrix k = covariance_of(data);
  for (const std::optional<int> sweeps : {std::optional<int>(), std::optional<int>(4)}) {
    const ApproximationSettings settings{.sweeps = sweeps, .context = {}};
    const DenseProblem problem(k, signs_of(data.responses), likelihood());
    SitePosterior fresh;
    ASSERT_TRUE(approximation().fit(problem, settings, fresh));
    const std::optional<double> log_evidence = approximation().log_evidence(problem, fresh);
    SitePosterior reused;
    for (const std::size_t rows : {60u, 9u, 25u}) {
      const Dataset other = wavy_data(rows, 2, 99);
      const Matrix other_k = covariance_of(other, "rbf", 30, 0.7);
      ASSERT_TRUE(approximation().fit(DenseProblem(other_k, signs_of(other.responses), likelihood()), {}, reused));
    }
    ASSERT_TRUE(approximation().fit(problem, settings, reused));
    EXPECT_EQ(approximation().log_evidence(problem, reused), log_evidence);
    expect_same_bits(fresh, reused);
  }
}

TEST_P(ApproximationContract, OnlyTheLowerTriangleOfTheCovarianceIsRead) {
  const Dataset data = wavy_data(70, 2);
  const Matrix k = covariance_of(data);
  Matrix spoiled = k;
  spoiled.triangularView<Eigen::StrictlyUpper>().setConstant(std::nan(""));
  const DenseProblem problem(k, signs_of(data.responses), likelihood());
  const KernelAt kernel{data, {kernels::named("matern32"), {4, {1}}}};
  const DenseProblem spoiled_problem(spoiled, kernel, signs_of(data.responses), likelihood());
  SitePosterior first;
  SitePosterior second;
  ASSERT_TRUE(approximation().fit(problem, {}, first));
  ASSERT_TRUE(approximation().fit(spoiled_problem, {}, second));
  expect_same_bits(first, second);
  if (!approximation().has_evidence()) return;
  const std::optional<std::vector<double>> gradient = approximation().gradient(spoiled_problem, second);
  ASSERT_TRUE(gradient.has_value());
  for (const double slope : *gradient) EXPECT_TRUE(std::isfinite(slope));
}

TEST_P(ApproximationContract, GivesAnEvidenceIfItSaysSo) {
  const Dataset data = wavy_data(5, 2);
  const Matrix k = covariance_of(data);
  const DenseProblem problem(k, signs_of(data.responses), likelihood());
  SitePosterior posterior;
  ASSERT_TRUE(approximation().fit(problem, {}, posterior));
  EXPECT_EQ(approximation().log_evidence(problem, posterior).has_value(), approximation().has_evidence());
}

TEST_P(ApproximationContract, HasANameAFormulaAndIsFoundByItsName) {
  EXPECT_FALSE(approximation().formula().empty());
  EXPECT_EQ(&approximations::named(approximation().name()), &approximation());
}

INSTANTIATE_TEST_SUITE_P(Every, ApproximationContract,
                         testing::Combine(every(approximations::all()), every(likelihoods::all())), ComponentName());

/// What holds for those with an evidence of their own.
class EvidenceContract : public ApproximationContract {};

TEST_P(EvidenceContract, EvidenceDoesNotDependOnTheOrderOfRows) {
  const Dataset data = wavy_data(40, 2);
  const Dataset shuffled = with_rows(data, reversed_in_pairs(40));
  for (const double variance : {0.5, 4.0, 60.0}) {
    EXPECT_NEAR(log_evidence(covariance_of(data, "rbf", variance), signs_of(data.responses)),
                log_evidence(covariance_of(shuffled, "rbf", variance), signs_of(shuffled.responses)), 1e-9)
        << variance;
  }
}

TEST_P(EvidenceContract, EvidenceDoesNotDependOnWhichClassIsPositive) {
  const Dataset data = wavy_data(40, 2);
  std::vector<double> flipped = signs_of(data.responses);
  for (double& y : flipped) y = -y;
  const Matrix k = covariance_of(data);
  EXPECT_NEAR(log_evidence(k, signs_of(data.responses)), log_evidence(k, flipped), 1e-9);
}

TEST_P(EvidenceContract, RoughlyConvergedEvidenceIsKnownToFiveDigits) {
  for (const double variance : {0.5, 4.0, 50.0}) {
    const Dataset data = wavy_data(60, 2);
    const Matrix k = covariance_of(data, "rbf", variance, 0.7);
    const DenseProblem problem(k, signs_of(data.responses), likelihood());
    SitePosterior posterior;
    ASSERT_TRUE(approximation().fit(problem, {.roughly = true}, posterior));
    EXPECT_TRUE(posterior.converged);
    EXPECT_NEAR(approximation().log_evidence(problem, posterior).value_or(0), log_evidence(k, signs_of(data.responses)),
                1e-5);
  }
}

TEST_P(EvidenceContract, OneRowOfSmallVarianceHasTheEvidenceOfACoin) {
  Matrix k(1, 1);
  k(0, 0) = 1e-9;
  for (const double y : {-1.0, 1.0}) {
    EXPECT_NEAR(log_evidence(k, {y}), testing_support::log_density(likelihood(), y, 0).value, 1e-8) << y;
  }
}

TEST_P(EvidenceContract, OneClassAloneWorks) {
  const Dataset data = wavy_data(30, 2);
  for (const double variance : {1e-3, 1.0, 1e3}) {
    const double together = log_evidence(covariance_of(data, "rbf", variance), std::vector<double>(30, 1.0));
    EXPECT_TRUE(std::isfinite(together)) << variance;
    EXPECT_TRUE(!testing_support::has_two_classes(likelihood()) || together < 0) << variance;
  }
}

TEST_P(EvidenceContract, RowsThatAreUncorrelatedMultiplyTheirEvidences) {
  const Matrix k = Matrix::Identity(6, 6) * 3;
  const Matrix one = Matrix::Identity(1, 1) * 3;
  EXPECT_NEAR(log_evidence(k, {1, 1, -1, 1, -1, -1}), 3 * log_evidence(one, {1}) + 3 * log_evidence(one, {-1}), 1e-9);
}

TEST_P(EvidenceContract, GradientInLogThetaAgreesWithCentralDifferencesForEveryKernel) {
  const Dataset data = testing_support::responding_to(
      likelihood(), with_rows(wavy_data(18, 3), {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 3}));
  for (const Kernel* kernel : kernels::all()) {
    for (const bool ard : {false, true}) {
      ModelSettings model;
      model.kernel = kernel->name();
      model.likelihood = likelihood().name();
      model.ard = ard;
      const std::string name(approximation().name());
      const std::vector<double> theta = ard ? std::vector{6.0, 0.7, 1.8, 3.0} : std::vector{6.0, 1.3};
      const auto at = [&](std::vector<double> values) {
        return evidence_gradient(data, model, {values[0], {values.begin() + 1, values.end()}}, name);
      };
      const EvidenceGradient got = at(theta);
      ASSERT_EQ(got.gradient.size(), theta.size());
      for (std::size_t k = 0; k < theta.size(); ++k) {
        const auto along = [&](double step) {
          std::vector<double> moved = theta;
          moved[k] *= std::exp(step);
          return at(moved).log_evidence;
        };
        const double expected = testing_support::central_difference(along, 0, 1e-3);
        EXPECT_NEAR(got.gradient[k], expected, 1e-6 * std::max(1.0, std::abs(expected)))
            << kernel->name() << (ard ? ", ARD" : ", isotropic") << ", parameter " << k;
      }
    }
  }
}

bool has_evidence(const Approximation& approximation) { return approximation.has_evidence(); }

INSTANTIATE_TEST_SUITE_P(Every, EvidenceContract,
                         testing::Combine(every(approximations::all(), has_evidence), every(likelihoods::all())),
                         ComponentName());

/// log N(y | 0, K + I) with the Gaussian likelihood.
class GaussianEvidence : public ApproximationContract {};

TEST_P(GaussianEvidence, IsTheClosedForm) {
  for (const std::size_t rows : {1u, 2u, 30u, 130u}) {
    Dataset data = wavy_data(rows, 2);
    std::vector<double> labels = signs_of(data.responses);
    for (std::size_t i = 0; i < rows; ++i) labels[i] += 2 * std::sin(double(i));
    for (const double variance : {0.01, 1.0, 50.0}) {
      const Matrix k = covariance_of(data, "rbf", variance);
      const auto n = Index(rows);
      const Eigen::PartialPivLU<Matrix> lu(symmetric(k) + Matrix::Identity(n, n));
      const Eigen::Map<const Vector> y(labels.data(), n);
      const double log_determinant = lu.matrixLU().diagonal().cwiseAbs().array().log().sum();
      const double closed_form =
          -0.5 * y.dot(lu.solve(y)) - 0.5 * log_determinant - 0.5 * double(rows) * std::log(2 * std::numbers::pi);
      EXPECT_NEAR(log_evidence(k, labels), closed_form, 1e-10 * std::max(1.0, std::abs(closed_form)))
          << rows << " rows, variance " << variance;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Every, GaussianEvidence,
                         testing::Combine(every(approximations::all(), has_evidence),
                                          testing::Values(&likelihoods::named("gaussian"))),
                         ComponentName());

}  // namespace
}  // namespace lehr

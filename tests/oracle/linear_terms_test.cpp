// Where the kernel has next to no variance, an intercept and slopes are all there is: Bayesian probit or logit
// regression on few columns, whose evidence and posterior are one- or two-dimensional integrals.

#include <cmath>
#include <cstddef>
#include <numbers>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <lehr/api/evidence.hpp>
#include <lehr/api/run.hpp>
#include <lehr/data/numbers.hpp>

namespace lehr {
namespace {

const std::vector<double> kX = {-1.4, -0.9, -0.3, 0.1, 0.2, 0.8, 1.5};
const std::vector<double> kLabels = {-1, -1, 1, -1, 1, 1, 1};
const KernelParameters kNoKernel{1e-9, {1.0}};

Dataset line() {
  return {.rows = kX.size(), .features = 1, .inputs = kX, .responses = classes_of(kLabels), .feature_names = {"x"}};
}

double log_probability(const std::string& likelihood, double margin) {
  if (likelihood == "probit") return std::log(0.5 * std::erfc(-margin / std::numbers::sqrt2));
  return -std::log1p(std::exp(-margin));
}

/// The integrals of 1, b0, b, b0^2 and b^2 over the posterior, not normalised, by the trapezoid rule, which converges
/// faster than any power for what falls off like a normal density.
struct Integrals {
  double one = 0, constant = 0, slope = 0, constant_squared = 0, slope_squared = 0;
};
Integrals integrate(const std::string& likelihood, double intercept, double linear) {
  constexpr int kSteps = 400;
  constexpr double kReach = 9;
  const auto points = [](double variance) { return variance > 0 ? kSteps : 0; };
  Integrals sums;
  for (int i = 0; i <= points(intercept); ++i) {
    for (int j = 0; j <= points(linear); ++j) {
      const double u = intercept > 0 ? kReach * (2.0 * i / kSteps - 1) : 0;
      const double v = linear > 0 ? kReach * (2.0 * j / kSteps - 1) : 0;
      const double b0 = u * std::sqrt(intercept);
      const double b = v * std::sqrt(linear);
      double log_weight = -0.5 * (u * u + v * v);
      if (intercept > 0) log_weight += std::log(2 * kReach / kSteps / std::sqrt(2 * std::numbers::pi));
      if (linear > 0) log_weight += std::log(2 * kReach / kSteps / std::sqrt(2 * std::numbers::pi));
      for (std::size_t r = 0; r < kX.size(); ++r)
        log_weight += log_probability(likelihood, kLabels[r] * (b0 + b * kX[r]));
      const double weight = std::exp(log_weight);
      sums.one += weight;
      sums.constant += weight * b0;
      sums.slope += weight * b;
      sums.constant_squared += weight * b0 * b0;
      sums.slope_squared += weight * b * b;
    }
  }
  return sums;
}

ModelSettings model_with(const std::string& likelihood, double intercept, double linear) {
  return {.likelihood = likelihood, .intercept = intercept, .linear = linear};
}

// 12 z-scores, 5.5 each: a false alarm in 5e-7 of all choices of the seed. Values without noise are one and the same.
TEST(LinearTerms, HaveTheEvidenceOfBayesianRegression) {
  for (const char* likelihood : {"probit", "logit"}) {
    for (const auto& [intercept, linear] : {std::pair(4.0, 0.0), {0.0, 2.0}, {3.0, 1.5}}) {
      const double truth = std::log(integrate(likelihood, intercept, linear).one);
      for (const char* estimator : {"look-ahead", "ais"}) {
        EvidenceSettings settings;
        settings.estimator = estimator;
        settings.importance_samples = 20000;
        settings.temperatures = 6;
        settings.seed = 5;
        const EvidenceReport report = evidence(line(), model_with(likelihood, intercept, linear), kNoKernel, settings);
        EXPECT_NEAR(report.log_evidence, truth, 5.5 * *report.se_log + 1e-6)
            << likelihood << " " << estimator << " " << intercept << " " << linear;
        EXPECT_LT(*report.se_log, 0.02);
      }
    }
  }
}

/// EP on the same: known to be within some hundredths.
TEST(LinearTerms, HaveTheEvidenceOfBayesianRegressionNearlyByEp) {
  EvidenceSettings settings;
  settings.estimator = "approximation";
  const double truth = std::log(integrate("probit", 3, 1.5).one);
  EXPECT_NEAR(evidence(line(), model_with("probit", 3, 1.5), kNoKernel, settings).log_evidence, truth, 0.03);
}

/// A fit in which the prior leaves the kernel no variance: the posterior of the coefficients is that of the regression,
/// whatever the length-scale. States of different thetas are independent, and of the 400 that are looked at more than
/// half are: an error of at most 0.071 sds in a mean and of a twentieth in an sd. 8 comparisons, 5.5 errors each: a
/// false alarm in 4e-7 of all choices of the seed.
TEST(LinearTerms, HaveThePosteriorOfBayesianRegression) {
  for (const char* likelihood : {"probit", "logit"}) {
    EncodedTable table;
    table.data = line();
    table.encoding.features = {{"x", "x", 0, {}, 0, 2.0}};
    ModelSettings model = model_with(likelihood, 3, 1.5);
    model.variance_prior = {1000, 1e8};
    FitSettings fit;
    fit.chains = 2;
    fit.warmup = 100;
    fit.draws = 1000;
    fit.sampler = "metropolis";
    const SampleReport report = sample({"line", std::move(table), model, fit});
    const std::vector<Coefficient>& found = report.run.outcome.coefficients;
    ASSERT_EQ(found.size(), 2U);
    const Integrals sums = integrate(likelihood, 3, 1.5);
    const double constant = sums.constant / sums.one;
    const double slope = sums.slope / sums.one;
    EXPECT_EQ(found[0].name, "intercept");
    EXPECT_EQ(found[1].name, "slope[x]");
    const double sd_constant = std::sqrt(sums.constant_squared / sums.one - constant * constant);
    const double sd_slope = std::sqrt(sums.slope_squared / sums.one - slope * slope);
    EXPECT_NEAR(found[0].mean, constant, 0.39 * sd_constant) << likelihood;
    EXPECT_NEAR(found[1].mean, slope, 0.39 * sd_slope) << likelihood;
    EXPECT_NEAR(found[0].sd, sd_constant, 0.275 * sd_constant) << likelihood;
    EXPECT_NEAR(found[1].sd, sd_slope, 0.275 * sd_slope) << likelihood;
    EXPECT_LT(found[1].q5, found[1].q50);
    EXPECT_LT(found[1].q50, found[1].q95);
    EXPECT_NEAR(mean_per_unit(found[1], report.run.info.encoding).value(), found[1].mean / 2, 1e-15);
    EXPECT_FALSE(mean_per_unit(found[0], report.run.info.encoding).has_value());
  }
}

}  // namespace
}  // namespace lehr

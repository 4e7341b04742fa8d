// What every likelihood must hold: derivatives by central differences, cavity integrals by an independent quadrature,
// draws by their density.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <vector>

#include <gtest/gtest.h>

#include <lehr/likelihoods/likelihood.hpp>
#include <lehr/random/distributions.hpp>

#include "support/central_difference.hpp"
#include "support/component_name.hpp"
#include "support/latent_problems.hpp"

namespace lehr {
namespace {

using testing_support::cavity_integral;
using testing_support::central_difference;
using testing_support::ComponentName;
using testing_support::density_of;
using testing_support::draw_label;
using testing_support::every;
using testing_support::has_two_classes;
using testing_support::log_density;
using testing_support::total_log_density;

class LikelihoodContract : public testing::TestWithParam<const Likelihood*> {
 protected:
  static const Likelihood& likelihood() { return *GetParam(); }
  static std::vector<double> observations() {
    return has_two_classes(likelihood()) ? std::vector<double>{-1, 1} : std::vector<double>{-1.7, 0.4, 3};
  }
  /// Both tails and the middle, on and off the points where an implementation may change its branch.
  static std::vector<double> latents() {
    std::vector<double> grid;
    for (double f = -30; f <= 30; f += 0.25) {
      grid.push_back(f);
      grid.push_back(f + 0.0813);
    }
    return grid;
  }
};

TEST_P(LikelihoodContract, DerivativesAgreeWithCentralDifferences) {
  constexpr double kStep = 1e-3;
  for (const double y : observations()) {
    const auto expect_derivative = [&](double f, double LogDensity::*function, double LogDensity::*derivative) {
      const auto g = [&](double x) { return log_density(likelihood(), y, x).*function; };
      const double expected = central_difference(g, f, kStep);
      EXPECT_NEAR(log_density(likelihood(), y, f).*derivative, expected,
                  2e-7 * std::abs(expected) + 1e-12 * std::abs(g(f)))
          << "y = " << y << ", f = " << f;
    };
    for (const double f : latents()) {
      expect_derivative(f, &LogDensity::value, &LogDensity::first);
      expect_derivative(f, &LogDensity::first, &LogDensity::second);
      expect_derivative(f, &LogDensity::second, &LogDensity::third);
    }
  }
}

TEST_P(LikelihoodContract, IsLogConcave) {
  for (const double y : observations()) {
    for (const double f : latents()) EXPECT_LE(log_density(likelihood(), y, f).second, 0) << y << " " << f;
  }
}

TEST_P(LikelihoodContract, CurvesByNoMoreThanItsBoundAndNotByMuchLess) {
  double most = 0;
  for (const double y : observations()) {
    for (const double f : latents()) most = std::max(most, -log_density(likelihood(), y, f).second);
  }
  const double bound = density_of(likelihood(), observations())->curvature_bound();
  EXPECT_LE(most, bound * (1 + 1e-12));
  EXPECT_GE(most, 0.5 * bound) << "a bound that nothing comes near makes low rank dear";
}

TEST_P(LikelihoodContract, ARowIsOfItsOutcomesWithTheProbabilityOfItsCavity) {
  const Responses outcomes = likelihood().outcomes();
  EXPECT_EQ(outcomes.kind, likelihood().responds_to());
  EXPECT_EQ(outcomes.rows(), has_two_classes(likelihood()) ? 1 : 0);
  const std::unique_ptr<RowDensity> density = density_of(likelihood(), observations());
  for (std::size_t row = 0; row < density->rows(); ++row) {
    EXPECT_EQ(density->probability(row, 0.7, 0), std::exp(density->log_density(row, 0.7).value));
    EXPECT_EQ(density->probability(row, 0.7, 2), std::exp(density->cavity_integral(row, 0.7, 2).log_value));
  }
}

TEST_P(LikelihoodContract, TheNoiseIsThatOfItsDensities) {
  EXPECT_EQ(likelihood().noise(), density_of(likelihood(), observations())->noise());
}

TEST_P(LikelihoodContract, IsFiniteFarOut) {
  for (const double y : observations()) {
    for (const double size : {40.0, 1e2, 750.0, 1e3}) {
      for (const double f : {-size, size}) {
        const LogDensity l = log_density(likelihood(), y, f);
        EXPECT_TRUE(std::isfinite(l.value)) << y << " " << f;
        EXPECT_TRUE(std::isfinite(l.first)) << y << " " << f;
        EXPECT_TRUE(std::isfinite(l.second) && l.second <= 0) << y << " " << f;
        EXPECT_TRUE(std::isfinite(l.third)) << y << " " << f;
      }
    }
  }
}

TEST_P(LikelihoodContract, ProbabilitiesSumToOneOverTheObservations) {
  for (const double f : {-30.0, -8.5, -1.0, 0.0, 0.3, 2.0, 12.0}) {
    double total = 0;
    if (has_two_classes(likelihood())) {
      for (const double y : {-1.0, 1.0}) total += std::exp(log_density(likelihood(), y, f).value);
    } else {
      constexpr double kStep = 0.05;
      for (double y = f - 20; y <= f + 20; y += kStep) total += kStep * std::exp(log_density(likelihood(), y, f).value);
    }
    EXPECT_NEAR(total, 1, 1e-12) << f;
  }
}

TEST_P(LikelihoodContract, TotalIsTheSumOverRows) {
  for (const std::size_t rows : {0u, 1u, 5u, 511u, 512u, 513u, 1300u}) {
    std::vector<double> y(rows);
    std::vector<double> f(rows);
    double expected = 0;
    for (std::size_t i = 0; i < rows; ++i) {
      y[i] = observations()[i % observations().size()];
      f[i] = 12 * std::sin(double(i));
      expected += log_density(likelihood(), y[i], f[i]).value;
    }
    EXPECT_NEAR(total_log_density(likelihood(), y, f), expected, 1e-12 * (1 + std::abs(expected))) << rows;
  }
}

/// log Z, its slope and its curvature in the mean, from the mass, mean and variance of p(y | f) N(f | m, v) by the
/// trapezoidal rule, whose error falls exponentially for analytic integrands. The steps resolve a unit of f and the
/// cavity; the range is twelve cavity sds about the peak, from which the integrand falls at least like the cavity.
CavityIntegral by_trapezoids(const Likelihood& likelihood, double y, double mean, double variance) {
  const double sd = std::sqrt(variance);
  const auto log_integrand = [&](double f) {
    return log_density(likelihood, y, f).value - (f - mean) * (f - mean) / (2 * variance);
  };
  double low = mean - 30 * std::max(sd, 1.0) - 5;
  double high = mean + 30 * std::max(sd, 1.0) + 5;
  for (int i = 0; i < 200; ++i) {
    // The peak of a concave function lies in the two thirds next to the higher of two inner points.
    const double third = (high - low) / 3;
    if (log_integrand(low + third) < log_integrand(high - third)) {
      low += third;
    } else {
      high -= third;
    }
  }
  const double mode = 0.5 * (low + high);
  const double peak = log_integrand(mode);
  const double step = 0.2 * std::min(sd, 1.0);
  const int reach = static_cast<int>(12 * sd / step);
  double mass = 0;
  double sum = 0;
  double squares = 0;
  for (int i = -reach; i <= reach; ++i) {
    const double offset = i * step;
    const double weight = std::exp(log_integrand(mode + offset) - peak);
    mass += weight;
    sum += weight * offset;
    squares += weight * offset * offset;
  }
  const double shift = sum / mass;
  const double matched_variance = squares / mass - shift * shift;
  return {peak + std::log(mass * step) - 0.5 * std::log(2 * std::numbers::pi * variance),
          (mode - mean + shift) / variance, (matched_variance / variance - 1) / variance};
}

TEST_P(LikelihoodContract, CavityIntegralAgreesWithAFineQuadrature) {
  for (const double y : observations()) {
    for (const double mean : {-20.0, -9.3, -3.0, -1.0, -0.2, 0.0, 0.4, 1.7, 5.0, 11.0, 20.0}) {
      for (const double variance : {1e-4, 1e-3, 1e-2, 0.1, 1.0, 7.0, 50.0, 1e3, 1e4}) {
        const CavityIntegral got = cavity_integral(likelihood(), y, mean, variance);
        const CavityIntegral truth = by_trapezoids(likelihood(), y, mean, variance);
        // Rounding of the truth: of the mean and variance of the integrand, over the variance.
        const double rounding = 1e-14 * (1 + std::abs(mean));
        EXPECT_NEAR(got.log_value, truth.log_value, 1e-11 * (1 + std::abs(truth.log_value)))
            << y << " " << mean << " " << variance;
        EXPECT_NEAR(got.first, truth.first, 1e-10 * std::abs(truth.first) + rounding / variance)
            << y << " " << mean << " " << variance;
        EXPECT_NEAR(got.second, truth.second, 1e-9 * std::abs(truth.second) + 1e-12 / variance)
            << y << " " << mean << " " << variance;
      }
    }
  }
}

TEST_P(LikelihoodContract, CavityIntegralNeverWidensNorCollapsesTheCavity) {
  for (const double y : observations()) {
    for (const double mean : {-1e3, -100.0, -20.0, -1.0, 0.0, 1.0, 20.0, 100.0, 1e3}) {
      for (const double variance : {1e-8, 1e-4, 1.0, 1e2, 1e4, 1e6, 1e8}) {
        const CavityIntegral z = cavity_integral(likelihood(), y, mean, variance);
        EXPECT_TRUE(std::isfinite(z.log_value)) << y << " " << mean << " " << variance;
        EXPECT_TRUE(std::isfinite(z.first)) << y << " " << mean << " " << variance;
        EXPECT_LE(z.second, 0) << y << " " << mean << " " << variance;
        EXPECT_GT(z.second, -1 / variance) << y << " " << mean << " " << variance;
      }
    }
  }
}

// 5.5 standard errors: false alarm 4e-8 for each of at most 16 comparisons, below 1e-6 in all.
constexpr double kStandardErrors = 5.5;
constexpr int kDraws = 40000;

TEST_P(LikelihoodContract, DrawsFollowTheDensity) {
  for (const double f : {-2.1, -0.4, 0.0, 1.3}) {
    double probability = 0;  // of y > f + 1/2, which for labels means +1 or nothing
    const double cut = has_two_classes(likelihood()) ? 0 : f + 0.5;
    if (has_two_classes(likelihood())) {
      probability = std::exp(log_density(likelihood(), 1, f).value);
    } else {
      constexpr double kStep = 1e-3;
      for (double y = cut + kStep / 2; y < cut + 20; y += kStep) {
        probability += kStep * std::exp(log_density(likelihood(), y, f).value);
      }
    }
    Stream stream({.seed = 5, .purpose = Purpose::simulation, .iteration = static_cast<std::uint64_t>(10 * (f + 3))});
    int above = 0;
    for (int i = 0; i < kDraws; ++i) {
      const double y = draw_label(likelihood(), f, draw_uniform(stream));
      ASSERT_TRUE(!has_two_classes(likelihood()) || y == 1 || y == -1) << y;
      above += y > cut;
    }
    const double standard_error = std::sqrt(probability * (1 - probability) / kDraws);
    EXPECT_NEAR(double(above) / kDraws, probability, kStandardErrors * standard_error) << f;
  }
}

class LabelLikelihood : public LikelihoodContract {};

TEST_P(LabelLikelihood, LabelsFarFromZeroAreCertain) {
  for (const double uniform : {1e-9, 0.5, 1 - 1e-9}) {
    EXPECT_EQ(draw_label(likelihood(), 1e3, uniform), 1);
    EXPECT_EQ(draw_label(likelihood(), -1e3, uniform), -1);
  }
}

class NormalNoiseLikelihood : public LikelihoodContract {};

TEST_P(NormalNoiseLikelihood, IsTheNormalCdf) {
  for (const double f : {-3.0, -0.5, 0.0, 2.5}) {
    EXPECT_NEAR(std::exp(log_density(likelihood(), 1, f).value), 0.5 * std::erfc(-f / std::numbers::sqrt2), 1e-15);
  }
}

TEST_P(LikelihoodContract, HasANameAFormulaAndIsFoundByItsName) {
  EXPECT_FALSE(GetParam()->name().empty());
  EXPECT_FALSE(GetParam()->formula().empty());
  EXPECT_EQ(&likelihoods::named(GetParam()->name()), GetParam());
}

INSTANTIATE_TEST_SUITE_P(Every, LikelihoodContract, every(likelihoods::all()), ComponentName());
INSTANTIATE_TEST_SUITE_P(Every, LabelLikelihood, every(likelihoods::all(), has_two_classes), ComponentName());
INSTANTIATE_TEST_SUITE_P(Every, NormalNoiseLikelihood,
                         every(likelihoods::all(), [](const Likelihood& l) { return l.noise() > 0; }), ComponentName());

}  // namespace
}  // namespace lehr

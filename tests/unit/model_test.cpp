#include <lehr/model/model.hpp>

#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <lehr/base/errors.hpp>

#include "support/central_difference.hpp"

namespace lehr {
namespace {

const std::vector<std::string> kFour = {"a", "b", "c", "d"};

Model isotropic() { return {ModelSettings{}, kFour}; }
Model ard() {
  ModelSettings settings;
  settings.ard = true;
  return {settings, kFour};
}

TEST(Model, NamesItsParametersInColumnOrder) {
  EXPECT_EQ(isotropic().space().names(), (std::vector<std::string>{"variance", "lengthscale"}));
  EXPECT_EQ(ard().space().names(), (std::vector<std::string>{"variance", "lengthscale[a]", "lengthscale[b]",
                                                             "lengthscale[c]", "lengthscale[d]"}));
  EXPECT_EQ(isotropic().space().size(), 2u);
  EXPECT_EQ(ard().space().size(), 5u);
}

TEST(Model, TransformsToLogThetaAndBack) {
  const std::vector<double> log_theta = ard().free({2.5, {0.5, 1.0, 2.0, 4.0}});
  EXPECT_EQ(log_theta[0], std::log(2.5));
  EXPECT_EQ(log_theta[1], std::log(0.5));
  EXPECT_EQ(log_theta[4], std::log(4.0));
  const KernelParameters back = ard().theta_at(log_theta);
  EXPECT_DOUBLE_EQ(back.variance, 2.5);
  ASSERT_EQ(back.lengthscales.size(), 4u);
  EXPECT_DOUBLE_EQ(back.lengthscales[3], 4.0);
}

/// log of Gamma(shape, rate) at x, times x for the logarithm's Jacobian.
double log_gamma_of_log(double shape, double rate, double x) {
  return std::log(x * std::pow(rate, shape) / std::tgamma(shape) * std::pow(x, shape - 1) * std::exp(-rate * x));
}

TEST(LogPrior, OfTheDefaultsIsTheGammaDensityTimesTheJacobian) {
  // Ga(1.1, 0.1) of the variance; Ga(1, 1/sqrt(4)) of the one length-scale, Ga(1, 1) of each of several.
  EXPECT_NEAR(isotropic().space().log_prior(std::vector{std::log(5.0), std::log(3.0)}),
              log_gamma_of_log(1.1, 0.1, 5) + log_gamma_of_log(1, 0.5, 3), 1e-13);
  EXPECT_NEAR(ard().space().log_prior(std::vector{std::log(5.0), std::log(3.0), std::log(0.1), 0.0, std::log(7.0)}),
              log_gamma_of_log(1.1, 0.1, 5) + log_gamma_of_log(1, 1, 3) + log_gamma_of_log(1, 1, 0.1) +
                  log_gamma_of_log(1, 1, 1) + log_gamma_of_log(1, 1, 7),
              1e-13);
}

TEST(LogPrior, OfUnitExponentialsAtOneIsMinusTwo) {
  ModelSettings settings;
  settings.variance_prior = {1, 1};
  settings.lengthscale_prior = GammaPrior{1, 1};
  EXPECT_NEAR(Model(settings, kFour).space().log_prior(std::vector{0.0, 0.0}), -2, 1e-15);
}

TEST(LogPrior, IntegratesToOneInLogTheta) {
  constexpr double kStep = 0.02;
  ModelSettings settings;
  settings.variance_prior = {1.1, 0.1};
  settings.lengthscale_prior = GammaPrior{2.5, 0.4};
  const Model model(settings, kFour);
  // A product of two densities: integrate along each axis, the other fixed, and divide by the value there.
  const double log_centre = model.space().log_prior(std::vector{1.0, 1.0});
  double along_variance = 0;
  double along_lengthscale = 0;
  for (double l = -45; l < 12; l += kStep) {
    along_variance += kStep * std::exp(model.space().log_prior(std::vector{l, 1.0}) - log_centre);
    along_lengthscale += kStep * std::exp(model.space().log_prior(std::vector{1.0, l}) - log_centre);
  }
  EXPECT_NEAR(along_variance * along_lengthscale * std::exp(log_centre), 1, 1e-10);
}

TEST(LogPrior, GradientAgreesWithCentralDifferences) {
  const Model model = ard();
  const std::vector<double> at = {1.2, -0.7, 0.4, 2.0, -3.0};
  const std::vector<double> gradient = model.space().log_prior_gradient(at);
  ASSERT_EQ(gradient.size(), 5u);
  for (std::size_t k = 0; k < 5; ++k) {
    const auto along = [&](double step) {
      std::vector<double> moved = at;
      moved[k] += step;
      return model.space().log_prior(moved);
    };
    EXPECT_NEAR(gradient[k], testing_support::central_difference(along, 0, 1e-3), 1e-9) << k;
  }
}

void expect_message(const auto& call, const std::vector<std::string>& parts) {
  try {
    call();
    FAIL() << "nothing was thrown; expected a message about " << parts[0];
  } catch (const UsageError& error) {
    for (const std::string& part : parts) {
      EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << "'" << error.what() << "' lacks " << part;
    }
  }
}

TEST(ModelSettings, ThatAreImpossibleAreNamedWithTheirValueAndRange) {
  ModelSettings settings;
  settings.kernel = "matern72";
  expect_message([&] { settings.check(); }, {"kernel", "matern72", "rbf", "matern12", "matern32", "matern52"});
  expect_message([&] { Model(settings, kFour); }, {"kernel", "matern72"});
  settings = {};
  settings.likelihood = "cauchit";
  expect_message([&] { settings.check(); }, {"likelihood", "cauchit", "probit", "logit"});
  settings = {};
  settings.variance_prior.shape = -1.5;
  expect_message([&] { settings.check(); }, {"variance prior", "shape", "-1.5", "positive"});
  expect_message([&] { Model(settings, kFour); }, {"variance prior", "shape", "-1.5", "positive"});
  settings = {};
  settings.lengthscale_prior = GammaPrior{1, 0};
  expect_message([&] { settings.check(); }, {"lengthscale prior", "rate", "0", "positive"});
}

TEST(KernelParameters, ThatAreImpossibleAreNamedWithTheirValueAndRange) {
  expect_message([] { KernelParameters{0, {1.0}}.check(3); }, {"variance", "0", "positive"});
  expect_message([] { KernelParameters{std::nan(""), {1.0}}.check(3); }, {"variance", "nan", "positive"});
  expect_message([] { KernelParameters{INFINITY, {1.0}}.check(3); }, {"variance", "inf", "positive"});
  expect_message([] { KernelParameters{1, {1.0, -2.25, 1.0}}.check(3); }, {"lengthscale", "-2.25", "positive"});
  expect_message([] { KernelParameters{1, {1.0, 2.0}}.check(3); }, {"lengthscale", "3", "2"});
  expect_message([] { KernelParameters{1, {}}.check(3); }, {"lengthscale", "3", "0"});
  EXPECT_NO_THROW((KernelParameters{1, {1.0}}.check(3)));
  EXPECT_NO_THROW((KernelParameters{1, {1.0, 2.0, 3.0}}.check(3)));
}

}  // namespace
}  // namespace lehr

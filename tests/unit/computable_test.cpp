#include <lehr/model/computable.hpp>

#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <lehr/base/errors.hpp>
#include <lehr/model/model.hpp>

namespace lehr {
namespace {

std::string refusal(const GammaPrior& variance, std::optional<GammaPrior> lengthscale = {}) {
  ModelSettings settings;
  settings.variance_prior = variance;
  settings.lengthscale_prior = lengthscale;
  settings.check();  // such a model can be read, if not fitted
  try {
    require_computable_priors(settings);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "";
}

TEST(Computable, RefusesAPriorWithMuchOfItsMassOutside) {
  // P(X > e^25) = exp(-3e-11 e^25) = 0.115 for Gamma(1, 3e-11).
  EXPECT_EQ(refusal({1, 3e-11}),
            "--prior-variance 1,3e-11 has 12 % of its mass outside the values that can be computed, 5.1e-131 to "
            "7.2e+10, where at most 0.1 % may be: choose another prior");
  EXPECT_NE(refusal({1.1, 0.1}, GammaPrior{0.01, 1}).find("--prior-lengthscale 0.01,1 has 5 % of"), std::string::npos);
}

TEST(Computable, TakesOrdinaryPriors) {
  EXPECT_EQ(refusal({1.1, 0.1}), "");
  EXPECT_EQ(refusal({2, 0.5}, GammaPrior{3, 1}), "");
  EXPECT_EQ(refusal({1, 1e-9}, GammaPrior{0.1, 1e-20}), "") << "wide, but inside";
}

TEST(Computable, TurnsAtAThousandth) {
  // exp(-rate e^25) = 0.001.
  const double rate = std::log(1000.0) / std::exp(25.0);
  EXPECT_EQ(refusal({1, 1.01 * rate}), "");
  EXPECT_NE(refusal({1, 0.99 * rate}), "");
}

TEST(Computable, IsTheBoxThatSamplersKeepTo) {
  EXPECT_TRUE(Model::is_computable(std::vector<double>{24.999, 299.999, -299.999}));
  EXPECT_FALSE(Model::is_computable(std::vector<double>{25, 0}));
  EXPECT_FALSE(Model::is_computable(std::vector<double>{-300, 0}));
  EXPECT_FALSE(Model::is_computable(std::vector<double>{0, 300}));
  EXPECT_FALSE(Model::is_computable(std::vector<double>{0, NAN}));
}

TEST(Parameter, TellsTheShareOfItsPriorBelow) {
  const Parameter gamma{.name = "variance", .prior = GammaPrior{1, 0.5}};
  EXPECT_NEAR(gamma.prior_probability(std::log(3.0)), 1 - std::exp(-1.5), 1e-14);
  EXPECT_NEAR(gamma.prior_probability(gamma.prior_quantile(0.2)), 0.2, 1e-12);
  const Parameter normal{.name = "cutpoint", .transform = Transform::identity, .prior = NormalPrior{1, 2}};
  EXPECT_NEAR(normal.prior_probability(normal.prior_quantile(0.7)), 0.7, 1e-12);
}

}  // namespace
}  // namespace lehr

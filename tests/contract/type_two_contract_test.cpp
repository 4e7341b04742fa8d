// What every likelihood must hold for type-II maximum likelihood: the climb ends on a top of the kernel's parameters
// and leaves the likelihood's own alone.

#include <gtest/gtest.h>

#include <lehr/api/simulate.hpp>
#include <lehr/posterior/type_two.hpp>

#include "support/component_name.hpp"
#include "support/latent_problems.hpp"

namespace lehr {
namespace {

using testing_support::ComponentName;
using testing_support::every;
using testing_support::responding_to;

class TypeTwoContract : public testing::TestWithParam<const Likelihood*> {};

TEST_P(TypeTwoContract, ClimbsInTheKernelsParametersAlone) {
  const Likelihood& likelihood = *GetParam();
  const Dataset data =
      responding_to(likelihood, simulate({.rows = 60, .features = 2, .balanced = true, .seed = 4}, {}, {8, {0.3}}));
  const Model model({.likelihood = std::string(likelihood.name())}, data.feature_names);
  const EvidenceSurface surface = evidence_surface(data, model, approximations::named("laplace"));
  KernelParameters start{5, {0.5}};
  for (const double own : likelihoods::usual_parameters(likelihood)) start.likelihood.push_back(1.1 * own);

  const TypeTwoMaximum top = climb(surface, model, start);
  EXPECT_TRUE(top.converged);
  EXPECT_GT(top.iterations, 0);
  EXPECT_EQ(top.parameters.lengthscales.size(), 1);
  ASSERT_EQ(top.parameters.likelihood.size(), start.likelihood.size());
  for (std::size_t k = 0; k < start.likelihood.size(); ++k) {
    EXPECT_NEAR(top.parameters.likelihood[k], start.likelihood[k], 1e-12 * start.likelihood[k]);
  }
  for (std::size_t k = 0; k < 2; ++k) {
    for (const double step : {-0.2, 0.2}) {
      std::vector<double> u = model.free(top.parameters);
      u[k] += step;
      EXPECT_LT(surface(u)->log_evidence, top.log_evidence) << k << " " << step;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Every, TypeTwoContract, every(likelihoods::all()), ComponentName());

}  // namespace
}  // namespace lehr

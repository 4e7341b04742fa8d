#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include <lehr/api/evidence.hpp>
#include <lehr/model/model.hpp>
#include <lehr/priors/covariance.hpp>
#include <lehr/priors/prior_form.hpp>
#include <lehr/sites/approximation.hpp>

#include "support/central_difference.hpp"
#include "support/example_data.hpp"

namespace lehr {
namespace {

using testing_support::wavy_data;
using testing_support::with_names;

Dataset two_features(const std::vector<double>& first, const std::vector<double>& second) {
  Dataset data{.rows = first.size(), .features = 2, .inputs = first, .responses = {}, .feature_names = {}};
  data.inputs.insert(data.inputs.end(), second.begin(), second.end());
  return with_names(data);
}

Covariance far_apart(double intercept, double linear) {
  return {kernels::named("rbf"), {3, {1e-3}}, intercept, linear};  // 3 I and what is beside it
}

TEST(CovarianceTerms, AreAConstantAndTheProductsOfInputs) {
  const Dataset data = two_features({1, -2, 0}, {0.5, 3, 0});
  Matrix k;
  fill_covariance(data, far_apart(10, 2), k);
  EXPECT_NEAR(k(0, 0), 3 + 10 + 2 * 1.25, 1e-14);
  EXPECT_NEAR(k(1, 1), 3 + 10 + 2 * 13.0, 1e-14);
  EXPECT_NEAR(k(2, 2), 13, 1e-14);
  EXPECT_NEAR(k(1, 0), 10 + 2 * (-2 + 1.5), 1e-14);
  EXPECT_NEAR(k(2, 0), 10, 1e-14);
  EXPECT_NEAR(k(2, 1), 10, 1e-14);

  fill_covariance(data, far_apart(10, 0), k);
  EXPECT_NEAR(k(1, 1), 13, 1e-14);
  EXPECT_NEAR(k(1, 0), 10, 1e-14);
  fill_covariance(data, far_apart(0, 2), k);
  EXPECT_NEAR(k(1, 0), -1, 1e-14);
  EXPECT_NEAR(k(2, 2), 3, 1e-14);
  fill_covariance(data, far_apart(0, 0), k);
  EXPECT_EQ(k(1, 0), 0);

  Matrix cross;
  fill_cross_covariance(data, two_features({4}, {-1}), far_apart(10, 2), cross);
  EXPECT_NEAR(cross(0, 0), 10 + 2 * (4 - 0.5), 1e-14);
  EXPECT_NEAR(cross(1, 0), 10 + 2 * (-8 - 3.0), 1e-14);
  EXPECT_NEAR(cross(2, 0), 10, 1e-14);
  const Vector variances = prior_variances(two_features({4, 0}, {-1, 0}), far_apart(10, 2));
  EXPECT_NEAR(variances(0), 3 + 10 + 2 * 17.0, 1e-14);
  EXPECT_NEAR(variances(1), 13, 1e-14);
}

TEST(CovarianceTerms, AreTheSameInEveryFill) {
  const Dataset data = wavy_data(70, 3);
  const Covariance covariance{kernels::named("matern32"), {2.5, {0.7, 1.1, 3.0}}, 6, 0.5};
  Matrix k;
  fill_covariance(data, covariance, k);
  k = testing_support::symmetric(k);
  Matrix kernel;
  fill_covariance(data, covariance.kernel_alone(), kernel);
  kernel = testing_support::symmetric(kernel);
  const Eigen::Map<const Matrix> x(data.inputs.data(), 70, 3);
  const Matrix truth = (kernel + 0.5 * x * x.transpose()).array() + 6;
  EXPECT_LT((k - truth).cwiseAbs().maxCoeff(), 1e-13);

  Matrix cross;
  fill_cross_covariance(data, data, covariance, cross);
  EXPECT_LT((cross - truth).cwiseAbs().maxCoeff(), 1e-13);
  const CovarianceColumns columns(data, covariance);
  std::vector<double> column(70);
  columns.fill(40, column);
  for (Index i = 0; i < 70; ++i) EXPECT_NEAR(column[static_cast<std::size_t>(i)], truth(i, 40), 1e-13);

  std::vector<Index> order;
  for (Index i = 0; i < 70; ++i) order.push_back(69 - i);
  PanelMatrix<double> panels;
  fill_covariance(data, covariance, order, panels);
  for (Index i = 0; i < 70; ++i) {
    for (Index j = 0; j <= i; ++j) EXPECT_NEAR(panels(i, j), truth(69 - i, 69 - j), 1e-13) << i << " " << j;
  }
  PanelMatrix<double> around = panels;
  around.reset_outside();
  EXPECT_EQ(around.to_matrix(), panels.to_matrix());
}

TEST(CovarianceTerms, AreProductsOfColumnsWithTheirScales) {
  const Dataset data = wavy_data(20, 3);
  EXPECT_EQ(far_apart(0, 0).coefficients(3), 0);
  EXPECT_EQ(far_apart(4, 0).coefficients(3), 1);
  EXPECT_EQ(far_apart(0, 9).coefficients(3), 3);
  EXPECT_EQ(far_apart(4, 9).coefficients(3), 4);
  EXPECT_EQ(far_apart(4, 9).coefficient_scales(3), (Vector(4) << 2, 3, 3, 3).finished());
  const Matrix columns = term_columns(data, far_apart(4, 9));
  EXPECT_EQ(columns.col(0), Vector::Constant(20, 2));
  EXPECT_NEAR(columns(7, 2), 3 * data.feature(1)[7], 1e-15);
}

TEST(CovarianceTerms, StayNumbersWhereProductsOfInputsWouldNot) {
  const Dataset data = two_features({1e200, -1e300, 1}, {0, 1e308, 1});
  Matrix k;
  fill_covariance(data, far_apart(1, 1), k);
  EXPECT_TRUE(testing_support::symmetric(k).allFinite());
  EXPECT_TRUE(prior_variances(data, far_apart(1, 1)).allFinite());
}

/// The slopes of an approximation's evidence, which has the terms in its covariance, in both algebras.
TEST(CovarianceTerms, AreInTheEvidenceThatTheGradientIsOf) {
  for (const std::size_t rows : {25U, 280U}) {
    const Dataset data = wavy_data(rows, 2);
    const ModelSettings settings{.ard = true, .intercept = 3, .linear = 0.5};
    const KernelParameters at{4, {1.5, 2.5}};
    const Model model(settings, data.feature_names);
    ASSERT_EQ(choose_prior({data, model.covariance(at)})->rank().has_value(), rows > 256);
    for (const char* approximation : {"laplace", "ep"}) {
      const EvidenceGradient found = evidence_gradient(data, settings, at, approximation);
      ASSERT_EQ(found.gradient.size(), 3U);
      for (std::size_t p = 0; p < 3; ++p) {
        const auto moved = [&](double step) {
          KernelParameters other = at;
          (p == 0 ? other.variance : other.lengthscales[p - 1]) *= std::exp(step);
          return evidence_gradient(data, settings, other, approximation).log_evidence;
        };
        EXPECT_NEAR(found.gradient[p], testing_support::central_difference(moved, 0, 1e-2), 2e-4)
            << rows << " rows, " << approximation << ", " << p;
      }
    }
  }
}

/// Dense and low rank must agree on the same problem; without terms the evidence is another.
TEST(CovarianceTerms, GiveTheSameEvidenceInBothForms) {
  const Dataset data = wavy_data(280, 2);
  const ModelSettings settings{.intercept = 3, .linear = 0.5};
  const Model model(settings, data.feature_names);
  const KernelParameters at{4, {2.0}};
  double evidences[2];
  for (const int form : {0, 1}) {
    std::unique_ptr<GaussianPrior> none;
    const auto& named = prior_forms::named(form == 0 ? "function_space" : "weight_space");
    const std::unique_ptr<GaussianPrior> prior = named.make({data, model.covariance(at)}, none);
    ASSERT_NE(prior, nullptr);
    const std::unique_ptr<RowDensity> density = model.density(data.responses, at);
    SitePosterior posterior;
    const Approximation& ep = approximations::named("ep");
    ASSERT_TRUE(ep.fit({*prior, *density}, {}, posterior));
    evidences[form] = ep.log_evidence({*prior, *density}, posterior).value();
  }
  EXPECT_NEAR(evidences[0], evidences[1], 2e-5);
  const double without = evidence_gradient(data, {}, at, "ep").log_evidence;
  EXPECT_GT(std::abs(evidences[0] - without), 0.1);
}

TEST(CovarianceTerms, OfMoreFeaturesThanALowRankSavesAreDense) {
  const Dataset data = wavy_data(260, 110);
  KernelParameters at{6, std::vector<double>(110, 1e8)};  // one feature matters to the kernel
  at.lengthscales[0] = 1.1;
  const Covariance without{kernels::named("rbf"), at};
  const Covariance with{kernels::named("rbf"), at, 1, 1};
  ASSERT_TRUE(choose_prior({data, without})->rank().has_value());
  EXPECT_FALSE(choose_prior({data, with})->rank().has_value());
}

}  // namespace
}  // namespace lehr

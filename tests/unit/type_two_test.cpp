#include <lehr/posterior/type_two.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include <lehr/api/simulate.hpp>
#include <lehr/base/errors.hpp>
#include <lehr/evidence/at_theta.hpp>

namespace lehr {
namespace {

Dataset some_rows() { return simulate({.rows = 60, .features = 2, .balanced = true, .seed = 4}, {}, {8, {0.3}}); }

double log_evidence_at(const Dataset& data, const Model& model, const Approximation& approximation,
                       const KernelParameters& parameters) {
  EvidenceAtTheta at_theta;
  EXPECT_TRUE(at_theta.prepare(data, model, parameters, {approximation, {}, nullptr, {}}));
  return at_theta.approximation_log_evidence().value();
}

class TypeTwo : public testing::TestWithParam<const char*> {};

TEST_P(TypeTwo, EndsOnTheSameTopFromBothSides) {
  const Dataset data = some_rows();
  const Model model({}, data.feature_names);
  const Approximation& approximation = approximations::named(GetParam());
  const TypeTwoMaximum low = maximise_evidence(data, model, approximation, {1, {1.5}});
  const TypeTwoMaximum high = maximise_evidence(data, model, approximation, {40, {0.15}});
  ASSERT_TRUE(low.converged && high.converged);
  EXPECT_NEAR(low.log_evidence, high.log_evidence, 1e-4);
  EXPECT_NEAR(std::log(low.parameters.variance), std::log(high.parameters.variance), 0.02);
  EXPECT_NEAR(std::log(low.parameters.lengthscales[0]), std::log(high.parameters.lengthscales[0]), 0.02);
}

TEST_P(TypeTwo, IsAboveItsSurroundings) {
  const Dataset data = some_rows();
  const Model model({}, data.feature_names);
  const Approximation& approximation = approximations::named(GetParam());
  const TypeTwoMaximum top = maximise_evidence(data, model, approximation, {5, {0.5}});
  EXPECT_NEAR(log_evidence_at(data, model, approximation, top.parameters), top.log_evidence, 1e-6);
  for (const double factor : {0.8, 1.25}) {
    KernelParameters other = top.parameters;
    other.variance *= factor;
    EXPECT_LT(log_evidence_at(data, model, approximation, other), top.log_evidence);
    other = top.parameters;
    other.lengthscales[0] *= factor;
    EXPECT_LT(log_evidence_at(data, model, approximation, other), top.log_evidence);
  }
}

INSTANTIATE_TEST_SUITE_P(Both, TypeTwo, testing::Values("laplace", "ep"),
                         [](const auto& info) { return std::string(info.param); });

TEST(TypeTwoMaximum, NeedsAnApproximationWithEvidence) {
  const Dataset data = some_rows();
  const Model model({}, data.feature_names);
  EXPECT_THROW(maximise_evidence(data, model, approximations::named("prior"), {5, {0.5}}), UsageError);
}

TEST(ProbabilitiesAt, FollowTheLabelsOfTheTrainingRows) {
  const Dataset data = some_rows();
  const Model model({}, data.feature_names);
  const auto probabilities = [&](const Dataset& rows) {
    return probabilities_at(data, model, approximations::named("ep"), {50, {0.05}}, rows).value();
  };
  const std::vector<double> near = probabilities(data);
  for (std::size_t i = 0; i < data.rows; ++i) EXPECT_GT((2 * data.responses.value[i] - 1) * (near[i] - 0.5), 0) << i;
  // Far from all rows nothing is known.
  Dataset far = data;
  for (double& input : far.inputs) input += 100;
  for (const double probability : probabilities(far)) EXPECT_NEAR(probability, 0.5, 1e-12);
}

}  // namespace
}  // namespace lehr

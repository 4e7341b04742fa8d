// Corners in which numbers break: an approximation gives a finite number, and says that it converged, or a RunError.
// Never NaN, whatever the approximation, kernel and likelihood.

#include <cmath>
#include <cstddef>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include <lehr/api/evidence.hpp>
#include <lehr/data/encoding.hpp>
#include <lehr/kernels/kernel.hpp>
#include <lehr/likelihoods/likelihood.hpp>
#include <lehr/sites/approximation.hpp>

#include "support/component_name.hpp"
#include "support/example_data.hpp"

namespace lehr {
namespace {

using testing_support::ComponentName;
using testing_support::every;
using testing_support::wavy_data;
using testing_support::with_rows;

class HardCorners : public testing::TestWithParam<std::tuple<const Approximation*, const Kernel*>> {
 protected:
  static void expect_number(const Dataset& data, const KernelParameters& parameters, const std::string& where,
                            std::optional<int> sweeps = {}) {
    for (const Likelihood* likelihood : likelihoods::all()) {
      if (likelihood->responds_to() != ResponseKind::two_classes) continue;
      ModelSettings model;
      model.kernel = std::get<1>(GetParam())->name();
      model.likelihood = likelihood->name();
      EvidenceSettings settings;
      settings.approximation = std::get<0>(GetParam())->name();
      settings.estimator = "approximation";
      settings.ep_sweeps = sweeps;
      const std::string place = where + ", " + model.likelihood + ", variance " + std::to_string(parameters.variance) +
                                ", lengthscale " + std::to_string(parameters.lengthscales[0]);
      try {
        const EvidenceReport report = evidence(data, model, parameters, settings);
        EXPECT_TRUE(std::isfinite(report.log_evidence)) << place;
        EXPECT_LT(report.log_evidence, 0) << place;
        EXPECT_TRUE(report.converged) << place << ": not after " << report.iterations;
      } catch (const std::exception& error) {
        ADD_FAILURE() << place << ": " << error.what();
      }
    }
  }

  static void expect_numbers_on_the_grid(const Dataset& data, const std::string& where) {
    for (const double variance : {1e-6, 1e-2, 1.0, 1e3, 1e6}) {
      for (const double lengthscale : {1e-3, 0.3, 1.0, 30.0, 1e3}) {
        expect_number(data, {variance, {lengthscale}}, where);
      }
    }
  }
};

TEST_P(HardCorners, OverlappingClasses) { expect_numbers_on_the_grid(wavy_data(40, 2), "overlapping"); }

TEST_P(HardCorners, SeparableLabels) {
  Dataset data = wavy_data(40, 2);
  for (std::size_t i = 0; i < data.rows; ++i) data.responses.value[i] = data.inputs[i] > 0 ? 1 : 0;
  expect_numbers_on_the_grid(data, "separable");
}

TEST_P(HardCorners, EqualRowsWithEqualAndWithOppositeLabels) {
  Dataset data = with_rows(wavy_data(12, 2), {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 0, 1, 2, 3, 4, 5, 0, 0, 0, 0});
  expect_numbers_on_the_grid(data, "equal labels");
  data.responses.value[12] = 1 - data.responses.value[0];
  data.responses.value[13] = 1 - data.responses.value[1];
  expect_numbers_on_the_grid(data, "opposite labels");
}

TEST_P(HardCorners, OneRow) { expect_numbers_on_the_grid(wavy_data(1, 1), "one row"); }

TEST_P(HardCorners, OneClass) {
  Dataset data = wavy_data(30, 2);
  data.responses.value.assign(30, 0);
  expect_numbers_on_the_grid(data, "one class");
}

TEST_P(HardCorners, SixtyFeatures) { expect_numbers_on_the_grid(wavy_data(30, 60), "sixty features"); }

TEST_P(HardCorners, FeaturesOfScaleTrillion) {
  Dataset data = wavy_data(30, 3);
  for (double& x : data.inputs) x *= 1e12;
  expect_numbers_on_the_grid(data, "scale 1e12");
  for (double& x : data.inputs) x += 1e13;
  expect_numbers_on_the_grid(data, "scale 1e12, far out");
}

TEST_P(HardCorners, OneFeatureDwarfsTheOthers) {
  Dataset data = wavy_data(30, 3);
  for (std::size_t i = 0; i < data.rows; ++i) data.inputs[i] *= 1e12;
  expect_number(data, {2, {1e12, 1.0, 1e-3}}, "mixed scales");
  expect_number(data, {2, {1e-12, 1e12, 1.0}}, "mixed scales");
}

TEST_P(HardCorners, BreastWithItsEqualRows) {
  const Dataset data = encode_training_table(read_table(LEHR_SOURCE_DIR "/data/breast.csv")).data;
  expect_number(data, {15, {4.0}}, "breast", 5);
}

bool has_evidence(const Approximation& approximation) { return approximation.has_evidence(); }

INSTANTIATE_TEST_SUITE_P(Every, HardCorners,
                         testing::Combine(every(approximations::all(), has_evidence), every(kernels::all())),
                         ComponentName());

TEST(TwoThousandRows, HaveFiniteEvidencesThatAgree) {
  const Dataset data = wavy_data(2000, 2);
  EvidenceSettings settings;
  settings.estimator = "approximation";
  settings.approximation = "laplace";
  const EvidenceReport laplace = evidence(data, {}, {2, {1.0}}, settings);
  settings.approximation = "ep";
  settings.ep_sweeps = 5;
  const EvidenceReport ep = evidence(data, {}, {2, {1.0}}, settings);
  EXPECT_TRUE(laplace.converged);
  EXPECT_TRUE(std::isfinite(laplace.log_evidence));
  EXPECT_TRUE(std::isfinite(ep.log_evidence));
  EXPECT_NEAR(laplace.log_evidence, ep.log_evidence, 5);
}

TEST(HugeVariance, EndsExpectationPropagationWhereRoundingDoes) {
  const Dataset data = encode_training_table(read_table(LEHR_SOURCE_DIR "/data/thyroid.csv")).data;
  EvidenceSettings settings;
  settings.estimator = "approximation";
  const EvidenceReport report = evidence(data, {}, {1e11, {2.0}}, settings);
  EXPECT_NEAR(report.log_evidence, -30.8723686, 1e-6);  // after a thousand sweeps, and at a variance of 1e9
  EXPECT_LT(report.iterations, 300);
}

}  // namespace
}  // namespace lehr

#include <lehr/priors/covariance.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "support/central_difference.hpp"
#include "support/example_data.hpp"

namespace lehr {
namespace {

using testing_support::wavy_data;
using testing_support::with_names;

Dataset rows_of(std::size_t features, std::vector<double> inputs) {
  Dataset data;
  data.features = features;
  data.rows = inputs.size() / features;
  data.inputs = std::move(inputs);
  data.responses.value.assign(data.rows, 1);
  return with_names(data);
}

struct ThreePoints {
  const char* kernel;
  double at_one;   // correlation at r = 1
  double at_two;   // at r = 2
  double at_root;  // at r = sqrt(5)
};

class ThreePointCovariance : public testing::TestWithParam<ThreePoints> {};

// The points (0, 0), (1, 0), (0, 2): distances 1, 2 and sqrt(5). The literals are the textbook formulas
// evaluated by another program.
TEST_P(ThreePointCovariance, HasTheLiteralValues) {
  Matrix k;
  fill_covariance(rows_of(2, {0, 1, 0, 0, 0, 2}), {kernels::named(GetParam().kernel), {3, {1.0}}}, k);
  for (Index i = 0; i < 3; ++i) EXPECT_EQ(k(i, i), 3);
  EXPECT_NEAR(k(1, 0), 3 * GetParam().at_one, 1e-14);
  EXPECT_NEAR(k(2, 0), 3 * GetParam().at_two, 1e-14);
  EXPECT_NEAR(k(2, 1), 3 * GetParam().at_root, 1e-14);
}

TEST_P(ThreePointCovariance, DividesEachFeatureByItsLengthscale) {
  Matrix k;
  fill_covariance(rows_of(2, {0, 0.5, 0, 0, 0, 6}), {kernels::named(GetParam().kernel), {3, {0.5, 3.0}}}, k);
  EXPECT_NEAR(k(1, 0), 3 * GetParam().at_one, 1e-14);
  EXPECT_NEAR(k(2, 0), 3 * GetParam().at_two, 1e-14);
  EXPECT_NEAR(k(2, 1), 3 * GetParam().at_root, 1e-14);
}

INSTANTIATE_TEST_SUITE_P(
    Literal, ThreePointCovariance,
    testing::Values(ThreePoints{"rbf", 0.60653065971263342, 0.13533528323661270, 0.082084998623898795},
                    ThreePoints{"matern12", 0.36787944117144233, 0.13533528323661270, 0.10687792566038574},
                    ThreePoints{"matern32", 0.4833577245965077, 0.13973135019231467, 0.10133970398809887},
                    ThreePoints{"matern52", 0.5239941088318203, 0.13866021913850426, 0.09657724032022498}),
    [](const auto& info) { return std::string(info.param.kernel); });

TEST(Covariance, OfEqualRowsIsExactlyTheVarianceWhereverTheyLie) {
  for (const double where : {0.0, 0.1, 1e12 + 0.3, 1e300}) {
    for (const Kernel* kernel : kernels::all()) {
      Matrix k;
      fill_covariance(rows_of(1, {where, where, where}), {*kernel, {5, {0.3}}}, k);
      EXPECT_EQ(k(1, 0), 5) << kernel->name() << " " << where;
      EXPECT_EQ(k(2, 1), 5) << kernel->name() << " " << where;
    }
  }
}

TEST(Covariance, DependsOnDifferencesAloneAlsoFarFromTheOrigin) {
  Matrix near;
  Matrix far;
  fill_covariance(rows_of(1, {0, 1, 3}), {kernels::named("rbf"), {1, {1.0}}}, near);
  fill_covariance(rows_of(1, {1e12, 1e12 + 1, 1e12 + 3}), {kernels::named("rbf"), {1, {1.0}}}, far);
  EXPECT_EQ(Matrix(near.triangularView<Eigen::Lower>()), Matrix(far.triangularView<Eigen::Lower>()));
}

TEST(Covariance, OfHugeInputsAndTinyLengthscalesIsFinite) {
  for (const double scale : {1e12, 1e100, 1e200, 1e300}) {
    for (const double lengthscale : {1e-300, 1e-3, 1.0, 1e3, 1e300}) {
      for (const Kernel* kernel : kernels::all()) {
        Dataset data = wavy_data(5, 60);
        for (double& x : data.inputs) x *= scale / 10;
        Matrix k;
        fill_covariance(data, {*kernel, {2, {lengthscale}}}, k);
        EXPECT_TRUE(Matrix(k.triangularView<Eigen::Lower>()).allFinite()) << kernel->name() << scale << lengthscale;
        const KernelParameters theta{2, {lengthscale}};
        ChainRule rule(data, *kernel, theta);
        rule.add_columns(0, Matrix::Ones(5, 5));
        for (const double g : rule.gradient()) EXPECT_TRUE(std::isfinite(g)) << kernel->name() << scale << lengthscale;
      }
    }
  }
}

TEST(Covariance, OfManyRowsIsThatOfTheirPairs) {
  const Dataset data = wavy_data(600, 3);  // longer than a chunk of distances
  Matrix k;
  fill_covariance(data, {kernels::named("matern52"), {2, {0.9, 1.4, 3.0}}}, k);
  for (const auto& [i, j] : std::vector<std::pair<std::size_t, std::size_t>>{
           {1, 0}, {256, 0}, {257, 0}, {599, 0}, {599, 342}, {300, 299}, {513, 256}}) {
    const std::vector<double> pair = {data.inputs[i],       data.inputs[j],        data.inputs[600 + i],
                                      data.inputs[600 + j], data.inputs[1200 + i], data.inputs[1200 + j]};
    Matrix two;
    fill_covariance(rows_of(3, pair), {kernels::named("matern52"), {2, {0.9, 1.4, 3.0}}}, two);
    EXPECT_NEAR(k(Index(i), Index(j)), two(1, 0), 1e-15) << i << ", " << j;
  }
}

TEST(Covariance, LeavesTheStrictUpperTriangleAlone) {
  Matrix k = Matrix::Constant(4, 4, -77);
  fill_covariance(wavy_data(4, 2), {kernels::named("rbf"), {2, {1.0}}}, k);
  for (Index j = 0; j < 4; ++j) {
    for (Index i = 0; i < j; ++i) EXPECT_EQ(k(i, j), -77);
  }
}

TEST(ChainRule, IsTheDerivativeOfTheWeightedSumOfCovariances) {
  const Dataset data = testing_support::with_rows(wavy_data(12, 3), {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 4});
  Matrix s(13, 13);
  for (Index j = 0; j < 13; ++j) {
    for (Index i = 0; i < 13; ++i) s(i, j) = std::cos(double(i + j)) + std::sin(double(i * j));
  }
  const auto weighted_sum = [&](const Kernel& kernel, const KernelParameters& parameters) {
    Matrix k;
    fill_covariance(data, {kernel, parameters}, k);
    return testing_support::symmetric(k).cwiseProduct(testing_support::symmetric(s)).sum();
  };
  for (const Kernel* kernel : kernels::all()) {
    for (const KernelParameters& at : {KernelParameters{3, {1.2}}, KernelParameters{3, {0.6, 1.0, 4.0}}}) {
      ChainRule rule(data, *kernel, at);
      rule.add_columns(0, s.leftCols(5));  // some at a time
      rule.add_columns(5, s.rightCols(8));
      const std::vector<double>& gradient = rule.gradient();
      ASSERT_EQ(gradient.size(), 1 + at.lengthscales.size());
      for (std::size_t k = 0; k < gradient.size(); ++k) {
        const auto moved_sum = [&](double step) {
          KernelParameters moved = at;
          (k == 0 ? moved.variance : moved.lengthscales[k - 1]) *= std::exp(step);
          return weighted_sum(*kernel, moved);
        };
        const double expected = testing_support::central_difference(moved_sum, 0, 1e-3);
        EXPECT_NEAR(gradient[k], expected, 1e-8 * (1 + std::abs(expected))) << kernel->name() << " " << k;
      }
    }
  }
}

TEST(Covariance, OfDifferentRowsIsZeroAtEveryTinyLengthscale) {
  for (const Kernel* kernel : kernels::all()) {
    for (const double lengthscale : {1e-100, 1e-151, 1e-200, 1e-300}) {
      Matrix k;
      fill_covariance(rows_of(1, {0.5, 0.75, 2, 2, -1}), {*kernel, {5, {lengthscale}}}, k);
      for (Index j = 0; j < 5; ++j) {
        for (Index i = j; i < 5; ++i) {
          const bool equal = i == j || (i == 3 && j == 2);
          EXPECT_EQ(k(i, j), equal ? 5 : 0) << kernel->name() << " " << lengthscale << " " << i << " " << j;
        }
      }
    }
  }
}

TEST(CovarianceColumns, AreThoseOfTheWholeCovariance) {
  const Dataset data = wavy_data(70, 3);
  const KernelParameters parameters{4, {0.5, 1.0, 2.0}};
  Matrix k;
  fill_covariance(data, {kernels::named("matern32"), parameters}, k);
  const CovarianceColumns columns(data, {kernels::named("matern32"), parameters});
  std::vector<double> column(data.rows);
  columns.fill(40, column);
  for (Index i = 40; i < 70; ++i) EXPECT_NEAR(column[static_cast<std::size_t>(i)], k(i, 40), 1e-14);
  for (Index i = 0; i < 40; ++i) EXPECT_NEAR(column[static_cast<std::size_t>(i)], k(40, i), 1e-14);
}

TEST(CovarianceInPanels, IsThatOfTheRowsInOrderForAnyNumberOfThem) {
  for (const std::size_t rows : {1U, 23U, 24U, 25U, 70U}) {
    const Dataset data = wavy_data(rows, 3);
    std::vector<Index> order;
    for (std::size_t i = 0; i < rows; ++i) order.push_back(static_cast<Index>((7 * i + 3) % rows));
    if (rows % 7 == 0) {
      for (std::size_t i = 0; i < rows; ++i) order[i] = static_cast<Index>(rows - 1 - i);
    }
    Matrix k;
    fill_covariance(data, {kernels::named("matern32"), {2.5, {0.7, 1.1, 3.0}}}, k);
    PanelMatrix<double> panels;
    for (int round = 0; round < 2; ++round) {  // the second time over what was there
      fill_covariance(data, {kernels::named("matern32"), {2.5, {0.7, 1.1, 3.0}}}, order, panels);
      ASSERT_EQ(panels.rows(), static_cast<Index>(rows));
      for (Index i = 0; i < panels.rows(); ++i) {
        for (Index j = 0; j <= i; ++j) {
          const Index row = order[static_cast<std::size_t>(i)];
          const Index column = order[static_cast<std::size_t>(j)];
          EXPECT_NEAR(panels(i, j), k(std::max(row, column), std::min(row, column)), 1e-15) << i << " " << j;
        }
        EXPECT_EQ(panels(i, i), 2.5);
      }
      PanelMatrix<double> around = panels;
      around.reset_outside();
      const PanelMatrix<double>& before = panels;
      for (Index p = 0; p < panels.panels(); ++p) {
        const Index size = panels.width(p) * kPanelRows<double>;
        EXPECT_TRUE(std::equal(before.panel(p), before.panel(p) + size, around.panel(p))) << "what is fixed around it";
      }
    }
  }
}

}  // namespace
}  // namespace lehr

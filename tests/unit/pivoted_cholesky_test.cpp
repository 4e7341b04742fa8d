#include <lehr/linalg/pivoted_cholesky.hpp>

#include <limits>
#include <utility>

#include <gtest/gtest.h>
#include <Eigen/Dense>

#include <lehr/priors/covariance.hpp>
#include <lehr/priors/low_rank_prior.hpp>
#include <lehr/priors/prior_form.hpp>

#include "support/example_data.hpp"

namespace lehr {
namespace {

using testing_support::symmetric;
using testing_support::wavy_data;

Matrix covariance(const Dataset& data, const char* kernel, const KernelParameters& parameters) {
  Matrix k;
  fill_covariance(data, {kernels::named(kernel), parameters}, k);
  return symmetric(k);
}

/// A matrix known as a whole that counts how many of its columns are read.
struct Counted {
  Matrix k;
  int reads = 0;

  ColumnwiseMatrix columns() {
    return {k.rows(), k(0, 0),
            [this](Index j, std::span<double> out) {
              ++reads;
              Eigen::Map<Vector>(out.data(), k.rows()) = k.col(j);
            },
            [this](const std::vector<Index>& rows, Matrix& out) {
              out = k(rows, rows);
              // What is above the diagonal means nothing.
              out.triangularView<Eigen::StrictlyUpper>().setConstant(std::numeric_limits<double>::quiet_NaN());
            }};
  }
};

TEST(PivotedCholesky, LeavesOutNoMoreThanTheToleranceAndReadsHardlyMoreColumnsThanItsOwn) {
  Counted counted{covariance(wavy_data(300, 2), "rbf", {20, {1.5}})};
  for (const double tolerance : {1e-1, 1e-3, 1e-6}) {
    counted.reads = 0;
    const std::optional<PivotedFactor> g = pivoted_cholesky(counted.columns(), tolerance, 150);
    ASSERT_TRUE(g.has_value()) << tolerance;
    EXPECT_GE(counted.reads, g->columns.cols());
    EXPECT_LT(counted.reads, g->columns.cols() + kPivotsAtOnce);
    const Matrix left = counted.k - g->columns * g->columns.transpose();
    EXPECT_LE(left.trace(), tolerance * (1 + 1e-6));
    // What is left is a covariance, but for rounding.
    EXPECT_GT(Eigen::SelfAdjointEigenSolver<Matrix>(left).eigenvalues().minCoeff(), -1e-12 * 20 * 300);
  }
}

/// The plain way: one pivot after the other, the row with the most left.
PivotedFactor one_after_the_other(Matrix k, double tolerance) {
  PivotedFactor result;
  result.columns.resize(k.rows(), 0);
  while (k.trace() > tolerance) {
    Index pivot = 0;
    const double largest = k.diagonal().maxCoeff(&pivot);
    const Vector column = k.col(pivot) / std::sqrt(largest);
    k -= column * column.transpose();
    result.columns.conservativeResize(Eigen::NoChange, result.columns.cols() + 1);
    result.columns.rightCols(1) = column;
    result.pivots.push_back(pivot);
  }
  return result;
}

TEST(PivotedCholesky, TakesThePivotsOfOneAfterTheOther) {
  // Many rows, so that some pivots are found at a time, and few.
  const std::vector<std::pair<Dataset, KernelParameters>> cases = {
      {wavy_data(2000, 2), {20, {0.6}}}, {wavy_data(1200, 3), {1, {1.5}}}, {wavy_data(60, 2), {5, {4.0}}}};
  for (const auto& [data, theta] : cases) {
    Counted counted{covariance(data, "rbf", theta)};
    const PivotedFactor plain = one_after_the_other(counted.k, 1e-3);
    const std::optional<PivotedFactor> g = pivoted_cholesky(counted.columns(), 1e-3, counted.k.rows());
    ASSERT_TRUE(g.has_value()) << data.rows;
    ASSERT_EQ(g->pivots, plain.pivots) << data.rows;
    EXPECT_LT((g->columns - plain.columns).cwiseAbs().maxCoeff(), 1e-7) << data.rows;
  }
}

TEST(PivotedCholesky, IsLowerTriangularAtItsPivots) {
  Counted counted{covariance(wavy_data(300, 2), "rbf", {20, {1.5}})};
  const std::optional<PivotedFactor> g = pivoted_cholesky(counted.columns(), 1e-4, 150);
  ASSERT_TRUE(g.has_value());
  const Matrix at_pivots = g->columns(g->pivots, Eigen::all);
  ASSERT_EQ(at_pivots.rows(), at_pivots.cols());
  const Matrix above = at_pivots.triangularView<Eigen::StrictlyUpper>();
  EXPECT_LT(above.cwiseAbs().maxCoeff(), 1e-7);
  EXPECT_GT(at_pivots.diagonal().minCoeff(), 0);
}

TEST(PivotedCholesky, StopsAtTheRank) {
  Matrix few = Matrix::Random(60, 5);
  few.rowwise().normalize();
  Counted counted{few * few.transpose()};
  const std::optional<PivotedFactor> g = pivoted_cholesky(counted.columns(), 1e-10, 30);
  ASSERT_TRUE(g.has_value());
  EXPECT_EQ(g->columns.cols(), 5);
}

TEST(PivotedCholesky, GivesUpSoonWhereTheRankIsHigh) {
  Counted rough{covariance(wavy_data(600, 3), "matern12", {5, {1.0}})};
  EXPECT_FALSE(pivoted_cholesky(rough.columns(), 2e-5, 180).has_value());
  EXPECT_LE(rough.reads, 31);  // a sixth of the most there may be
  Counted short_scale{covariance(wavy_data(600, 3), "rbf", {5, {0.02}})};
  EXPECT_FALSE(pivoted_cholesky(short_scale.columns(), 2e-5, 180).has_value());
  EXPECT_LE(short_scale.reads, 31);
}

TEST(PivotedCholesky, IsNotMisledByTheSlowFallUntilThePivotsCoverTheRows) {
  // Length-scales short enough that the first columns reach few rows each, and rows enough that few columns suffice.
  Counted many{covariance(wavy_data(2000, 2), "rbf", {1, {0.45}})};
  const std::optional<PivotedFactor> g = pivoted_cholesky(many.columns(), 2e-5, 600);
  ASSERT_TRUE(g.has_value());
  EXPECT_LT((many.k - g->columns * g->columns.transpose()).trace(), 2e-5);
}

TEST(PivotedCholesky, GivesUpWhereRoundingIsAllThatIsLeft) {
  Counted large{covariance(wavy_data(300, 2), "rbf", {1e12, {0.7}})};
  EXPECT_FALSE(pivoted_cholesky(large.columns(), 1e-5, 290).has_value());
  EXPECT_LT(large.reads, 200);
}

/// G of the prior in weight space, where that form suits.
std::optional<Matrix> low_rank_factor(const Dataset& data, const Kernel& kernel, const KernelParameters& theta) {
  std::unique_ptr<GaussianPrior> none;
  const auto prior = prior_forms::named("weight_space").make({data, {kernel, theta}}, none);
  if (prior == nullptr) return std::nullopt;
  return dynamic_cast<const LowRankPrior&>(*prior).g();
}

TEST(LowRankFactor, IsTheCovarianceOfManyRowsWithASmoothKernelOnly) {
  const Dataset data = wavy_data(400, 2);
  const std::optional<Matrix> g = low_rank_factor(data, kernels::named("rbf"), {20, {2.0}});
  ASSERT_TRUE(g.has_value());
  EXPECT_LT(g->cols(), 120);
  const Matrix left = covariance(data, "rbf", {20, {2.0}}) - *g * g->transpose();
  EXPECT_LE(left.trace(), 2.1e-5);
  EXPECT_FALSE(low_rank_factor(data, kernels::named("matern12"), {20, {1.0}}).has_value());
  EXPECT_FALSE(low_rank_factor(data, kernels::named("rbf"), {20, {0.01}}).has_value());
  EXPECT_FALSE(low_rank_factor(wavy_data(200, 2), kernels::named("rbf"), {20, {2.0}}).has_value()) << "few rows";
}

TEST(LowRankFactor, TakesEqualRows) {
  Dataset data = wavy_data(300, 2);
  for (std::size_t i = 0; i < data.inputs.size(); ++i) data.inputs[i] = data.inputs[i / 300 * 300 + i % 40];
  const std::optional<Matrix> g = low_rank_factor(data, kernels::named("rbf"), {3, {2.0}});
  ASSERT_TRUE(g.has_value());
  EXPECT_LE(g->cols(), 40);
}

}  // namespace
}  // namespace lehr

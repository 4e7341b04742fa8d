#include <lehr/linalg/jitter.hpp>

#include <cmath>
#include <limits>

#include <gtest/gtest.h>
#include <Eigen/Dense>

#include <lehr/priors/covariance.hpp>

#include "support/example_data.hpp"

namespace lehr {
namespace {

using testing_support::symmetric;
using testing_support::wavy_data;
using testing_support::with_rows;

Matrix covariance(const Dataset& data, const char* kernel, double variance) {
  Matrix k;
  fill_covariance(data, kernels::named(kernel), {variance, {1.0}}, k);
  return k;
}

void expect_factor_of(const Matrix& l, const Matrix& k, double jitter) {
  const Matrix lower = l.triangularView<Eigen::Lower>();
  Matrix expected = symmetric(k);
  expected.diagonal().array() += jitter;
  EXPECT_LT((lower * lower.transpose() - expected).cwiseAbs().maxCoeff(), 1e-13 * k(0, 0) * double(k.rows()));
}

TEST(Jitter, IsZeroWhereTheCovarianceIsRegular) {
  for (const double variance : {1e-6, 1.0, 1e6}) {
    const Matrix k = covariance(wavy_data(80, 2), "matern12", variance);
    Matrix l = k;
    EXPECT_EQ(factorise_with_jitter(Matrix(l), l), 0.0);
    expect_factor_of(l, k, 0);
  }
}

TEST(Jitter, IsASmallShareOfTheVarianceWhereRowsAreEqual) {
  for (const double variance : {1e-6, 1.0, 5.0, 1e6}) {
    const Dataset data = with_rows(wavy_data(30, 2), {0, 1, 2, 3, 3, 3, 4, 0, 5, 6, 7, 8, 8});
    const Matrix k = covariance(data, "matern12", variance);
    Matrix l = k;
    const std::optional<double> jitter = factorise_with_jitter(Matrix(l), l);
    ASSERT_TRUE(jitter.has_value());
    EXPECT_LE(*jitter, 1e-6 * variance);
    EXPECT_TRUE(l.diagonal().allFinite());
    expect_factor_of(l, k, *jitter);
  }
}

TEST(Jitter, OfTwoEqualRowsIsTheSmallestThatIsTried) {
  Matrix k = Matrix::Constant(2, 2, 3.0);
  EXPECT_EQ(factorise_with_jitter(Matrix(k), k), 3e-10);
}

TEST(Jitter, IsAFunctionOfTheCovarianceAlone) {
  const Dataset data = with_rows(wavy_data(30, 2), {0, 1, 2, 3, 3, 3, 4, 0, 5, 6, 7, 8, 8});
  const Matrix k = covariance(data, "rbf", 2);
  Matrix first = k;
  Matrix second = k;
  second.triangularView<Eigen::StrictlyUpper>().setConstant(std::numeric_limits<double>::quiet_NaN());
  Matrix third = covariance(wavy_data(13, 2), "matern12", 1);
  const std::optional<double> jitter = factorise_with_jitter(Matrix(first), first);
  EXPECT_EQ(factorise_with_jitter(Matrix(second), second), jitter);
  EXPECT_EQ(factorise_with_jitter(Matrix(third), third), 0.0);
  third.triangularView<Eigen::Lower>() = k;
  EXPECT_EQ(factorise_with_jitter(Matrix(third), third), jitter);
  EXPECT_EQ(Matrix(first.triangularView<Eigen::Lower>()), Matrix(third.triangularView<Eigen::Lower>()));
}

TEST(Jitter, NoneHelpsACovarianceThatIsNotFinite) {
  Matrix k = Matrix::Identity(5, 5);
  k(3, 1) = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(factorise_with_jitter(Matrix(k), k), std::nullopt);
}

TEST(Jitter, OfNoRowsIsZero) {
  Matrix k(0, 0);
  EXPECT_EQ(factorise_with_jitter(Matrix(k), k), 0.0);
}

}  // namespace
}  // namespace lehr

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
  fill_covariance(data, {kernels::named(kernel), {variance, {1.0}}}, k);
  return k;
}

/// The factor of a covariance given by its lower triangle.
std::optional<double> factorise(const Matrix& k, PanelMatrix<double>& factor, const StopCheck& stop = {}) {
  const auto fill = [&](double added, PanelMatrix<double>& out) {
    out.assign(k);
    for (Index i = 0; i < k.rows(); ++i) out(i, i) += added;
  };
  return factorise_with_jitter(k.rows() == 0 ? 0 : k(0, 0), fill, factor, stop);
}

void expect_factor_of(const PanelMatrix<double>& l, const Matrix& k, double jitter) {
  const Matrix lower = l.to_matrix();
  Matrix expected = symmetric(k);
  expected.diagonal().array() += jitter;
  EXPECT_LT((lower * lower.transpose() - expected).cwiseAbs().maxCoeff(), 1e-13 * k(0, 0) * double(k.rows()));
}

TEST(Jitter, IsZeroWhereTheCovarianceIsRegular) {
  for (const double variance : {1e-6, 1.0, 1e6}) {
    const Matrix k = covariance(wavy_data(80, 2), "matern12", variance);
    PanelMatrix<double> l;
    EXPECT_EQ(factorise(k, l), 0.0);
    expect_factor_of(l, k, 0);
  }
}

TEST(Jitter, IsASmallShareOfTheVarianceWhereRowsAreEqual) {
  for (const double variance : {1e-6, 1.0, 5.0, 1e6}) {
    const Dataset data = with_rows(wavy_data(30, 2), {0, 1, 2, 3, 3, 3, 4, 0, 5, 6, 7, 8, 8});
    const Matrix k = covariance(data, "matern12", variance);
    PanelMatrix<double> l;
    const std::optional<double> jitter = factorise(k, l);
    ASSERT_TRUE(jitter.has_value());
    EXPECT_LE(*jitter, 1e-6 * variance);
    expect_factor_of(l, k, *jitter);
  }
}

TEST(Jitter, OfTwoEqualRowsIsTheSmallestThatIsTried) {
  PanelMatrix<double> l;
  EXPECT_EQ(factorise(Matrix::Constant(2, 2, 3.0), l), 3e-10);
}

TEST(Jitter, IsAFunctionOfTheCovarianceAlone) {
  const Dataset data = with_rows(wavy_data(30, 2), {0, 1, 2, 3, 3, 3, 4, 0, 5, 6, 7, 8, 8});
  const Matrix k = covariance(data, "rbf", 2);
  Matrix nothing_above = k;
  nothing_above.triangularView<Eigen::StrictlyUpper>().setConstant(std::numeric_limits<double>::quiet_NaN());
  PanelMatrix<double> first;
  PanelMatrix<double> second;
  PanelMatrix<double> third;
  const std::optional<double> jitter = factorise(k, first);
  EXPECT_EQ(factorise(nothing_above, second), jitter);
  EXPECT_EQ(factorise(covariance(wavy_data(13, 2), "matern12", 1), third), 0.0);
  EXPECT_EQ(factorise(k, third), jitter);
  EXPECT_EQ(first.to_matrix(), third.to_matrix());
}

TEST(Jitter, NoneHelpsACovarianceThatIsNotFinite) {
  Matrix k = Matrix::Identity(5, 5);
  k(3, 1) = std::numeric_limits<double>::quiet_NaN();
  PanelMatrix<double> l;
  EXPECT_EQ(factorise(k, l), std::nullopt);
  EXPECT_EQ(factorise(Matrix::Identity(5, 5), l), 0.0);  // what broke down leaves nothing behind
  EXPECT_EQ(l.to_matrix(), Matrix(Matrix::Identity(5, 5)));
}

TEST(Jitter, OfNoRowsIsZero) {
  PanelMatrix<double> l;
  EXPECT_EQ(factorise(Matrix(0, 0), l), 0.0);
}

TEST(Jitter, IsNotTriedAfterAStopRequest) {
  int questions = 0;
  const StopCheck stop = [&] { return ++questions == 3; };  // before the first try, in it, before the second
  PanelMatrix<double> l;
  EXPECT_EQ(factorise(Matrix::Constant(2, 2, 3.0), l, stop), std::nullopt);
  EXPECT_EQ(questions, 3);
}

}  // namespace
}  // namespace lehr

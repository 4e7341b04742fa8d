#include <lehr/linalg/triangular.hpp>

#include <cmath>
#include <limits>

#include <gtest/gtest.h>
#include <Eigen/Dense>

namespace lehr {
namespace {

constexpr Index kSizes[] = {1, 2, 3, 15, 16, 17, 31, 47, 48, 49, 50, 63, 64, 65, 95, 96, 97, 113, 144, 160, 199, 200};
constexpr double kTolerance = 1e-13;

/// A well-conditioned lower triangle, and NaN above it: reading it would show.
Matrix lower_triangle(Index n, double phase) {
  Matrix a(n, n);
  for (Index j = 0; j < n; ++j) {
    for (Index i = 0; i < n; ++i) {
      a(i, j) = i < j    ? std::numeric_limits<double>::quiet_NaN()
                : i == j ? 1.5 + 0.5 * std::sin(double(i) + phase)
                         : std::sin(double(7 * i + 3 * j) + phase) / double(n);
    }
  }
  return a;
}

Matrix dense(const Matrix& lower) { return lower.triangularView<Eigen::Lower>(); }

void expect_nothing_above(const Matrix& a) {
  for (Index j = 0; j < a.cols(); ++j) {
    for (Index i = 0; i < j; ++i) ASSERT_TRUE(std::isnan(a(i, j))) << i << ", " << j << " of " << a.rows();
  }
}

TEST(LowerGram, IsTheTransposeTimesTheTriangle) {
  Matrix scratch;
  for (const Index n : kSizes) {
    Matrix l = lower_triangle(n, 0.3);
    const Matrix expected = dense(l).transpose() * dense(l);
    lower_gram_in_place(l, scratch);
    EXPECT_LT((dense(l) - dense(expected)).cwiseAbs().maxCoeff(), kTolerance) << n;
    expect_nothing_above(l);
  }
}

TEST(ReverseCholesky, TransposeTimesFactorIsTheMatrix) {
  for (const Index n : kSizes) {
    const Matrix truth = dense(lower_triangle(n, 0.3));
    const Matrix product = truth.transpose() * truth;
    Matrix a = product;
    a.triangularView<Eigen::StrictlyUpper>().setConstant(std::numeric_limits<double>::quiet_NaN());
    ASSERT_TRUE(reverse_cholesky_in_place(a)) << n;
    EXPECT_LT((dense(a) - truth).cwiseAbs().maxCoeff(), kTolerance) << n;
    expect_nothing_above(a);
  }
}

TEST(ReverseCholesky, RefusesAMatrixThatIsNotPositiveDefinite) {
  for (const Index n : {1, 2, 65, 130}) {
    Matrix a = Matrix::Identity(n, n);
    a(n / 2, n / 2) = -1;
    EXPECT_FALSE(reverse_cholesky_in_place(a)) << n;
  }
}

}  // namespace
}  // namespace lehr

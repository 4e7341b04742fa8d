#include <lehr/linalg/panel_cholesky.hpp>

#include <gtest/gtest.h>
#include <Eigen/Cholesky>
#include <Eigen/Dense>

#include <unit/panel_examples.hpp>

namespace lehr {
namespace {

template <class Scalar>
class PanelCholeskyOf : public testing::Test {};
TYPED_TEST_SUITE(PanelCholeskyOf, PanelScalars);

TYPED_TEST(PanelCholeskyOf, IsThePlainFactorAndEigens) {
  for (const Index n : panel_sizes()) {
    const MatrixOf<TypeParam> a = well_conditioned_example<TypeParam>(n);
    PanelMatrix<TypeParam> l = in_panels(a);
    ASSERT_EQ(cholesky(l), PanelStatus::done) << n;
    MatrixOf<TypeParam> plain = a;
    ASSERT_TRUE(plain_cholesky(plain));
    EXPECT_LT(difference(l.to_matrix(), plain), kPanelTolerance<TypeParam>) << n;
    const MatrixOf<TypeParam> eigens = a.llt().matrixL();
    EXPECT_LT(difference(l.to_matrix(), eigens), kPanelTolerance<TypeParam>) << n;
    expect_outside_is_fixed(l);
  }
}

TYPED_TEST(PanelCholeskyOf, OfAGramMatrixIsThePlainFactorAndEigens) {
  PanelMatrix<TypeParam> l;
  for (const Index n : panel_sizes()) {
    const MatrixOf<TypeParam> m = triangular_example<TypeParam>(n);
    ASSERT_EQ(gram_cholesky(in_panels(m), l), PanelStatus::done) << n;
    const MatrixOf<TypeParam> gram = plain_gram(m);
    MatrixOf<TypeParam> plain = gram;
    ASSERT_TRUE(plain_cholesky(plain));
    EXPECT_LT(difference(l.to_matrix(), plain), kPanelTolerance<TypeParam>) << n;
    const MatrixOf<TypeParam> eigens = gram.llt().matrixL();
    EXPECT_LT(difference(l.to_matrix(), eigens), kPanelTolerance<TypeParam>) << n;
    expect_outside_is_fixed(l);
  }
}

TYPED_TEST(PanelCholeskyOf, OfIllConditionedMatricesGivesThemBack) {
  // Smooth covariances with a small nugget: condition numbers of about 1 / (4 epsilon) and n times that.
  const double epsilon = double(std::numeric_limits<TypeParam>::epsilon());
  for (const Index n : {2, 7, 24, 25, 48, 95, 130, 200, 300}) {
    const MatrixOf<TypeParam> a = MatrixOf<TypeParam>::NullaryExpr(n, n, [&](Index i, Index j) {
      const double distance = double(i - j) / double(n);
      return TypeParam(std::exp(-distance * distance) + (i == j ? 4 * double(n) * epsilon : 0));
    });
    PanelMatrix<TypeParam> l = in_panels(a);
    ASSERT_EQ(cholesky(l), PanelStatus::done) << n;
    const Matrix factor = l.to_matrix().template cast<double>();
    const Matrix back = factor * factor.transpose();
    EXPECT_LT((back - a.template cast<double>()).cwiseAbs().maxCoeff(), 4 * double(n) * epsilon) << n;
  }
}

TYPED_TEST(PanelCholeskyOf, OfALargeGramMatrixGivesItBack) {
  const double epsilon = double(std::numeric_limits<TypeParam>::epsilon());
  for (const Index n : {3, 24, 50, 131, 300}) {
    const MatrixOf<TypeParam> m = TypeParam(1000) * triangular_example<TypeParam>(n);
    PanelMatrix<TypeParam> l;
    ASSERT_EQ(gram_cholesky(in_panels(m), l), PanelStatus::done) << n;
    const Matrix factor = l.to_matrix().template cast<double>();
    const Matrix gram = plain_gram<double>(m.template cast<double>());
    EXPECT_LT(difference<double>(factor * factor.transpose(), gram), 2 * double(n) * epsilon) << n;
  }
}

TYPED_TEST(PanelCholeskyOf, AMatrixThatIsNotPositiveDefiniteIsRefused) {
  for (const Index n : {1, 2, 8, 23, 24, 25, 47, 48, 49, 97, 300}) {
    for (const Index bad : {Index{0}, n / 2, n - 1}) {
      for (const double pivot : {-0.5, 0.0}) {
        PanelMatrix<TypeParam> a = in_panels(well_conditioned_example<TypeParam>(n));
        a(bad, bad) = TypeParam(pivot);
        EXPECT_EQ(cholesky(a), PanelStatus::broken_down) << n << " " << bad << " " << pivot;
      }
    }
  }
}

TYPED_TEST(PanelCholeskyOf, AnEntryThatIsNotFiniteIsRefused) {
  PanelMatrix<TypeParam> l;
  for (const TypeParam value :
       {std::numeric_limits<TypeParam>::quiet_NaN(), std::numeric_limits<TypeParam>::infinity()}) {
    for (const Index n : {1, 2, 8, 23, 24, 25, 47, 48, 49, 97, 300}) {
      for (const Index row : {Index{0}, n / 2, n - 1}) {
        for (const Index column : {Index{0}, row}) {
          PanelMatrix<TypeParam> a = in_panels(well_conditioned_example<TypeParam>(n));
          a(row, column) = value;
          EXPECT_EQ(gram_cholesky(a, l), PanelStatus::broken_down) << n << " " << row << " " << column << " " << value;
          EXPECT_EQ(cholesky(a), PanelStatus::broken_down) << n << " " << row << " " << column << " " << value;
        }
      }
    }
  }
}

TYPED_TEST(PanelCholeskyOf, WhatStoodInTheResultBeforeDoesNotMatter) {
  const PanelMatrix<TypeParam> m = in_panels(triangular_example<TypeParam>(310));
  PanelMatrix<TypeParam> fresh;
  PanelMatrix<TypeParam> used(310);
  used.fill([](Index, Index) { return std::numeric_limits<TypeParam>::quiet_NaN(); });
  ASSERT_EQ(gram_cholesky(m, fresh), PanelStatus::done);
  ASSERT_EQ(gram_cholesky(m, used), PanelStatus::done);
  EXPECT_EQ(fresh.to_matrix(), used.to_matrix());
}

TYPED_TEST(PanelCholeskyOf, StopsWhenAskedTo) {
  const PanelMatrix<TypeParam> a = in_panels(well_conditioned_example<TypeParam>(600));
  PanelMatrix<TypeParam> l = a;
  int asked = 0;
  ASSERT_EQ(cholesky(l, [&] { return ++asked < 0; }), PanelStatus::done);
  EXPECT_EQ(asked, 3 + 2 + 4);  // three blocks, and the slices before the second and the third
  for (int at = 1; at <= asked; ++at) {
    PanelMatrix<TypeParam> stopped = a;
    int left = at;
    EXPECT_EQ(cholesky(stopped, [&] { return --left == 0; }), PanelStatus::stopped) << at;
    left = at;
    EXPECT_EQ(gram_cholesky(a, stopped, [&] { return --left == 0; }), PanelStatus::stopped) << at;
  }
}

TYPED_TEST(PanelCholeskyOf, AMatrixWithoutRowsIsFactorised) {
  PanelMatrix<TypeParam> empty;
  PanelMatrix<TypeParam> l;
  EXPECT_EQ(cholesky(empty), PanelStatus::done);
  EXPECT_EQ(gram_cholesky(empty, l), PanelStatus::done);
}

TEST(PanelCholesky, OfTwoRowsIsTheTextbookFactor) {
  PanelMatrix<double> a(2);
  a(0, 0) = 4;
  a(1, 0) = 2;
  a(1, 1) = 5;
  ASSERT_EQ(cholesky(a), PanelStatus::done);
  EXPECT_EQ(a(0, 0), 2);
  EXPECT_EQ(a(1, 0), 1);
  EXPECT_EQ(a(1, 1), 2);
}

}  // namespace
}  // namespace lehr

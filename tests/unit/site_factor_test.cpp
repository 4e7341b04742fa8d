#include <lehr/priors/site_factor.hpp>

#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>
#include <Eigen/LU>

#include <lehr/priors/covariance.hpp>

#include "support/example_data.hpp"

namespace lehr {
namespace {

using testing_support::symmetric;
using testing_support::wavy_data;

template <class Scalar>
struct Example {
  Matrix k;
  MatrixOf<Scalar> cast;  // k in the precision of the factor
  Vector w;

  explicit Example(Index n, double variance = 4) {
    fill_covariance(wavy_data(std::size_t(n), 2), {kernels::named("matern32"), {variance, {1.0}}}, k);
    cast = k.cast<Scalar>();
    k = symmetric(cast.template cast<double>());
    w.resize(n);
    // From strong sites to rows that have next to none, or none at all.
    constexpr double kPrecisions[] = {0.7, 0.9999, 1e-14, 0.3, 0.0, 1e-6, 1e-10, 0.05, 1e-3};
    for (Index i = 0; i < n; ++i) w(i) = kPrecisions[std::size_t(i) % std::size(kPrecisions)];
  }

  Matrix b() const {
    const Vector root = w.cwiseSqrt();
    return Matrix::Identity(k.rows(), k.rows()) + Matrix(root.asDiagonal() * k * root.asDiagonal());
  }
  /// (K^-1 + W)^-1 = K (I + W K)^-1 by elimination with pivots.
  Matrix sigma() const {
    const Matrix one_plus_wk = Matrix::Identity(k.rows(), k.rows()) + Matrix(w.asDiagonal() * k);
    return k * one_plus_wk.inverse();
  }
};

constexpr Index kSizes[] = {1, 2, 9, 15, 16, 17, 40, 64, 65, 130};

template <class Scalar>
class SiteFactorOf : public testing::Test {
 protected:
  static double tolerance() { return std::is_same_v<Scalar, float> ? 1e-4 : 1e-12; }
};
using Scalars = testing::Types<double, float>;
TYPED_TEST_SUITE(SiteFactorOf, Scalars);

TYPED_TEST(SiteFactorOf, GivesTheLogDeterminantAndSolvesWithOrWithoutTheInverse) {
  for (const Index n : kSizes) {
    const Example<TypeParam> example(n);
    const Eigen::PartialPivLU<Matrix> lu(example.b());
    const double log_determinant = lu.matrixLU().diagonal().cwiseAbs().array().log().sum();
    const Matrix right = Matrix::Random(n, 3);
    for (const bool inverted : {false, true}) {
      SiteFactor<TypeParam> factor;
      ASSERT_TRUE(inverted ? factor.factorise_with_inverse(example.cast, example.w)
                           : factor.factorise(example.cast, example.w));
      EXPECT_EQ(factor.is_inverted(), inverted);
      EXPECT_NEAR(factor.log_determinant(), log_determinant, this->tolerance() * (1 + log_determinant)) << n;
      MatrixOf<TypeParam> x = right.cast<TypeParam>();
      factor.solve_in_place(x);
      EXPECT_LT((x.template cast<double>() - lu.solve(right)).norm(), this->tolerance() * right.norm()) << n;
      MatrixOf<TypeParam> half = right.cast<TypeParam>();
      factor.half_solve_in_place(half);
      EXPECT_NEAR(half.squaredNorm(), right.cwiseProduct(lu.solve(right)).sum(), 10 * this->tolerance() * double(n));
    }
  }
}

TYPED_TEST(SiteFactorOf, MarginalVariancesAreTheDiagonalOfSigmaAlsoWhereSitesAreTinyOrMissing) {
  for (const Index n : kSizes) {
    for (const double variance : {0.01, 4.0, 100.0}) {
      const Example<TypeParam> example(n, variance);
      SiteFactor<TypeParam> factor;
      ASSERT_TRUE(factor.factorise_with_inverse(example.cast, example.w));
      const Vector got = factor.marginal_variances(example.cast);
      const Vector truth = example.sigma().diagonal();
      // 1 - (B^-1)_ii keeps half the digits of the type where it is smallest.
      const double relative = std::is_same_v<TypeParam, float> ? 3e-3 : 1e-7;
      for (Index i = 0; i < n; ++i) {
        EXPECT_NEAR(got(i), truth(i), relative * truth(i)) << n << " rows, variance " << variance << ", row " << i;
      }
    }
  }
}

TYPED_TEST(SiteFactorOf, MarginalVariancesWithoutAnySiteAreThePriorVariances) {
  const Example<TypeParam> example(40);
  for (const double w : {0.0, 1e-14}) {
    SiteFactor<TypeParam> factor;
    ASSERT_TRUE(factor.factorise_with_inverse(example.cast, Vector::Constant(40, w)));
    const Vector got = factor.marginal_variances(example.cast);
    for (Index i = 0; i < 40; ++i) EXPECT_NEAR(got(i), 4, 1e-5) << w;
  }
}

TYPED_TEST(SiteFactorOf, InverseComesInBlocksOfColumnsOfItsLowerTriangle) {
  for (const Index n : {1, 17, 130, 288, 289, 700}) {
    const Example<TypeParam> example(n);
    SiteFactor<TypeParam> factor;
    ASSERT_TRUE(factor.factorise_with_inverse(example.cast, example.w));
    const Matrix truth = example.b().inverse();
    Index next = 0;
    ASSERT_TRUE(factor.visit_inverse([&](Index first, const MatrixOf<TypeParam>& columns) {
      ASSERT_EQ(first, next);
      ASSERT_EQ(columns.rows(), n);
      ASSERT_LE(columns.cols(), 300);  // never all of a large matrix
      next += columns.cols();
      for (Index j = first; j < next; ++j) {
        const Vector got = columns.col(j - first).tail(n - j).template cast<double>();
        EXPECT_LT((got - truth.col(j).tail(n - j)).cwiseAbs().maxCoeff(), this->tolerance()) << n << " " << j;
      }
    }));
    EXPECT_EQ(next, n);
  }
}

TYPED_TEST(SiteFactorOf, InverseEndsAtTheBlockInWhichAStopIsAskedFor) {
  const Example<TypeParam> example(700);
  SiteFactor<TypeParam> factor;
  ASSERT_TRUE(factor.factorise_with_inverse(example.cast, example.w));
  int blocks = 0;
  bool stopped = false;
  const auto count = [&](Index, const MatrixOf<TypeParam>&) { stopped = ++blocks == 2; };
  EXPECT_FALSE(factor.visit_inverse(count, [&] { return stopped; }));
  EXPECT_EQ(blocks, 2);
  EXPECT_FALSE(factor.visit_inverse(count, [] { return true; }));
  EXPECT_EQ(blocks, 2);  // nor does one begin
}

TYPED_TEST(SiteFactorOf, IsReusedForAnotherSize) {
  SiteFactor<TypeParam> reused;
  for (const Index n : {65, 9, 130}) {
    const Example<TypeParam> example(n);
    SiteFactor<TypeParam> fresh;
    ASSERT_TRUE(fresh.factorise_with_inverse(example.cast, example.w));
    ASSERT_TRUE(reused.factorise(example.cast, example.w));
    ASSERT_TRUE(reused.factorise_with_inverse(example.cast, example.w));
    EXPECT_EQ(reused.marginal_variances(example.cast), fresh.marginal_variances(example.cast));
    EXPECT_EQ(reused.log_determinant(), fresh.log_determinant());
  }
}

TYPED_TEST(SiteFactorOf, RefusesWhatIsNotFinite) {
  for (const Index n : {1, 17, 65}) {
    Example<TypeParam> example(n);
    SiteFactor<TypeParam> factor;
    example.w(n / 2) = std::numeric_limits<double>::quiet_NaN();
    EXPECT_FALSE(factor.factorise(example.cast, example.w)) << n;
    EXPECT_FALSE(factor.factorise_with_inverse(example.cast, example.w)) << n;
    example.w(n / 2) = std::numeric_limits<double>::infinity();
    EXPECT_FALSE(factor.factorise(example.cast, example.w)) << n;
    EXPECT_FALSE(factor.factorise_with_inverse(example.cast, example.w)) << n;
  }
}

TYPED_TEST(SiteFactorOf, TakesACovarianceThatIsSingular) {
  const MatrixOf<TypeParam> ones = MatrixOf<TypeParam>::Constant(20, 20, TypeParam(3));
  SiteFactor<TypeParam> factor;
  ASSERT_TRUE(factor.factorise_with_inverse(ones, Vector::Constant(20, 0.5)));
  // B = I + 1.5 * 11': |B| = 1 + 30, Sigma_ii = 3 / (1 + 20 * 3 * 0.5).
  EXPECT_NEAR(factor.log_determinant(), std::log(31.0), this->tolerance() * 10);
  for (const double v : factor.marginal_variances(ones)) EXPECT_NEAR(v, 3.0 / 31, this->tolerance());
}

}  // namespace
}  // namespace lehr

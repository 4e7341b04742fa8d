#include <cmath>
#include <limits>

#include <gtest/gtest.h>
#include <Eigen/Cholesky>
#include <Eigen/Dense>

#include <lehr/linalg/cholesky.hpp>

namespace lehr {
namespace {

/// Sizes 1 to 40, and those around the leaves and the splits up to 200.
std::vector<Index> sizes() {
  std::vector<Index> result;
  for (Index n = 1; n <= 40; ++n) result.push_back(n);
  for (const Index n : {47, 48, 49, 63, 64, 65, 79, 80, 81, 95, 96, 97, 127, 128, 129, 143, 160, 161, 191, 199, 200}) {
    result.push_back(n);
  }
  return result;
}

/// A positive definite matrix with eigenvalues from about 1 to 3.
template <class Scalar>
MatrixOf<Scalar> well_conditioned(Index n) {
  MatrixOf<Scalar> a(n, n);
  for (Index j = 0; j < n; ++j) {
    for (Index i = 0; i < n; ++i) a(i, j) = Scalar(std::exp(-std::abs(double(i - j))) + (i == j ? 1.0 : 0.0));
  }
  return a;
}

constexpr double kUpper = 123.5;

/// The matrix by its lower triangle, with something above that no factorisation may read or write.
template <class Scalar>
MatrixOf<Scalar> with_marked_upper(MatrixOf<Scalar> a) {
  a.template triangularView<Eigen::StrictlyUpper>().setConstant(Scalar(kUpper));
  return a;
}

template <class Scalar>
void expect_upper_is_marked(const MatrixOf<Scalar>& a) {
  for (Index j = 0; j < a.cols(); ++j) {
    for (Index i = 0; i < j; ++i) ASSERT_EQ(a(i, j), Scalar(kUpper)) << i << ", " << j << " of " << a.rows();
  }
}

template <class Scalar>
MatrixOf<Scalar> lower(const MatrixOf<Scalar>& a) {
  return a.template triangularView<Eigen::Lower>();
}

template <class Scalar>
class CholeskyOf : public testing::Test {};
using Scalars = testing::Types<double, float>;
TYPED_TEST_SUITE(CholeskyOf, Scalars);

TYPED_TEST(CholeskyOf, FactorTimesItsTransposeIsTheMatrix) {
  const TypeParam tolerance = 50 * std::numeric_limits<TypeParam>::epsilon();
  for (const Index n : sizes()) {
    const MatrixOf<TypeParam> a = well_conditioned<TypeParam>(n);
    MatrixOf<TypeParam> l = with_marked_upper(a);
    ASSERT_TRUE(cholesky_in_place<TypeParam>(l)) << n;
    expect_upper_is_marked(l);
    const MatrixOf<TypeParam> product = lower(l) * lower(l).transpose();
    EXPECT_LT((product - a).cwiseAbs().maxCoeff(), tolerance) << n;
    EXPECT_GT(l.diagonal().minCoeff(), 0) << n;
  }
}

TYPED_TEST(CholeskyOf, InverseFactorTurnsTheMatrixIntoTheIdentity) {
  const TypeParam tolerance = 50 * std::numeric_limits<TypeParam>::epsilon();
  MatrixOf<TypeParam> scratch;
  for (const Index n : sizes()) {
    const MatrixOf<TypeParam> a = well_conditioned<TypeParam>(n);
    MatrixOf<TypeParam> inverse = with_marked_upper(a);
    ASSERT_TRUE(inverse_cholesky_in_place<TypeParam>(inverse, scratch)) << n;
    expect_upper_is_marked(inverse);
    const MatrixOf<TypeParam> product = lower(inverse) * a * lower(inverse).transpose();
    EXPECT_LT((product - MatrixOf<TypeParam>::Identity(n, n)).cwiseAbs().maxCoeff(), tolerance) << n;
    EXPECT_GT(inverse.diagonal().minCoeff(), 0) << n;
  }
}

TYPED_TEST(CholeskyOf, ScratchOfAnotherSizeDoesNotMatter) {
  const MatrixOf<TypeParam> a = well_conditioned<TypeParam>(97);
  MatrixOf<TypeParam> fresh;
  MatrixOf<TypeParam> used = MatrixOf<TypeParam>::Constant(300, 80, std::numeric_limits<TypeParam>::quiet_NaN());
  MatrixOf<TypeParam> first = a;
  MatrixOf<TypeParam> second = a;
  ASSERT_TRUE(inverse_cholesky_in_place<TypeParam>(first, fresh));
  ASSERT_TRUE(inverse_cholesky_in_place<TypeParam>(second, used));
  EXPECT_EQ(lower(first), lower(second));
}

TYPED_TEST(CholeskyOf, AMatrixThatIsNotPositiveDefiniteIsRefused) {
  MatrixOf<TypeParam> scratch;
  for (const Index n : {1, 2, 16, 17, 64, 65, 130}) {
    for (const Index bad : {Index{0}, n / 2, n - 1}) {
      MatrixOf<TypeParam> a = well_conditioned<TypeParam>(n);
      a(bad, bad) = TypeParam(-0.5);
      MatrixOf<TypeParam> b = a;
      EXPECT_FALSE(cholesky_in_place<TypeParam>(a)) << n << " " << bad;
      EXPECT_FALSE((inverse_cholesky_in_place<TypeParam>(b, scratch))) << n << " " << bad;
    }
  }
}

TYPED_TEST(CholeskyOf, AMatrixWithAnEntryThatIsNotFiniteIsRefused) {
  MatrixOf<TypeParam> scratch;
  for (const TypeParam value :
       {std::numeric_limits<TypeParam>::quiet_NaN(), std::numeric_limits<TypeParam>::infinity()}) {
    for (const Index n : {1, 2, 16, 17, 64, 65, 130}) {
      for (const Index row : {Index{0}, n / 2, n - 1}) {
        for (const Index column : {Index{0}, row}) {
          MatrixOf<TypeParam> a = well_conditioned<TypeParam>(n);
          a(row, column) = value;
          MatrixOf<TypeParam> b = a;
          EXPECT_FALSE(cholesky_in_place<TypeParam>(a)) << n << " " << row << " " << column << " " << value;
          EXPECT_FALSE((inverse_cholesky_in_place<TypeParam>(b, scratch)))
              << n << " " << row << " " << column << " " << value;
        }
      }
    }
  }
}

TYPED_TEST(CholeskyOf, AMatrixWithoutRowsIsFactorised) {
  MatrixOf<TypeParam> empty(0, 0);
  MatrixOf<TypeParam> scratch;
  EXPECT_TRUE(cholesky_in_place<TypeParam>(empty));
  EXPECT_TRUE((inverse_cholesky_in_place<TypeParam>(empty, scratch)));
}

TEST(Cholesky, OfTwoRowsIsTheTextbookFactor) {
  Matrix a(2, 2);
  a << 4, 0, 2, 5;
  ASSERT_TRUE(cholesky_in_place<double>(a));
  EXPECT_EQ(a(0, 0), 2);
  EXPECT_EQ(a(1, 0), 1);
  EXPECT_EQ(a(1, 1), 2);
}

}  // namespace
}  // namespace lehr

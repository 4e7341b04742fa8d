#include <lehr/linalg/panel_triangular.hpp>

#include <gtest/gtest.h>
#include <Eigen/Dense>

#include <unit/panel_examples.hpp>

namespace lehr {
namespace {

template <class Scalar>
class PanelTriangularOf : public testing::Test {};
TYPED_TEST_SUITE(PanelTriangularOf, PanelScalars);

template <class Scalar>
PanelVectors<Scalar> as_vectors(const MatrixOf<Scalar>& columns) {
  PanelVectors<Scalar> result;
  result.assign(columns);
  return result;
}

TYPED_TEST(PanelTriangularOf, InverseIsThePlainOneAndEigens) {
  PanelMatrix<TypeParam> inverse;
  for (const Index n : panel_sizes()) {
    const MatrixOf<TypeParam> l = triangular_example<TypeParam>(n);
    ASSERT_EQ(invert(in_panels(l), inverse), PanelStatus::done) << n;
    MatrixOf<TypeParam> plain = MatrixOf<TypeParam>::Identity(n, n);
    plain_solve(l, plain);
    EXPECT_LT(difference(inverse.to_matrix(), plain), kPanelTolerance<TypeParam>) << n;
    const MatrixOf<TypeParam> eigens =
        l.template triangularView<Eigen::Lower>().solve(MatrixOf<TypeParam>::Identity(n, n));
    EXPECT_LT(difference(inverse.to_matrix(), eigens), kPanelTolerance<TypeParam>) << n;
    expect_outside_is_fixed(inverse);
  }
}

TYPED_TEST(PanelTriangularOf, SolvesAreThePlainOnes) {
  for (const Index n : panel_sizes()) {
    const MatrixOf<TypeParam> l = triangular_example<TypeParam>(n);
    const MatrixOf<TypeParam> x = any_columns<TypeParam>(n, 1 + n % 53);
    const PanelMatrix<TypeParam> panels = in_panels(l);
    PanelVectors<TypeParam> forward = as_vectors(x);
    PanelVectors<TypeParam> backward = forward;
    ASSERT_EQ(solve(panels, forward), PanelStatus::done) << n;
    ASSERT_EQ(solve_transposed(panels, backward), PanelStatus::done) << n;
    MatrixOf<TypeParam> plain = x;
    plain_solve(l, plain);
    EXPECT_LT(difference(forward.to_matrix(), plain), kPanelTolerance<TypeParam>) << n;
    plain = x;
    plain_solve_transposed(l, plain);
    EXPECT_LT(difference(backward.to_matrix(), plain), kPanelTolerance<TypeParam>) << n;
  }
}

TYPED_TEST(PanelTriangularOf, ATransposedSolveFromAnEntryOnIsTheWholeOneThere) {
  for (const Index n : {1, 25, 300, 700}) {
    const PanelMatrix<TypeParam> l = in_panels(triangular_example<TypeParam>(n));
    const PanelVectors<TypeParam> x = as_vectors(any_columns<TypeParam>(n, 30));
    PanelVectors<TypeParam> whole = x;
    int asked_for_all = 0;
    ASSERT_EQ(solve_transposed(l, whole, [&] { return ++asked_for_all < 0; }), PanelStatus::done);
    for (const Index first : {Index{0}, n / 3, n - 1}) {
      PanelVectors<TypeParam> part = x;
      int asked = 0;
      ASSERT_EQ(solve_transposed(
                    l, part, [&] { return ++asked < 0; }, first),
                PanelStatus::done);
      EXPECT_EQ(part.to_matrix().bottomRows(n - first), whole.to_matrix().bottomRows(n - first)) << n << " " << first;
      EXPECT_LE(asked, asked_for_all);
      if (n == 700 && first == n - 1) {
        EXPECT_LE(3 * asked, asked_for_all);  // and no more is done than is asked for
      }
    }
  }
}

TYPED_TEST(PanelTriangularOf, IllConditionedSolvesLeaveSmallResiduals) {
  // Diagonals that fall over six decades, L^-1 grows accordingly.
  const double epsilon = double(std::numeric_limits<TypeParam>::epsilon());
  for (const Index n : {2, 24, 49, 130, 300}) {
    MatrixOf<TypeParam> l = triangular_example<TypeParam>(n);
    for (Index j = 0; j < n; ++j) l.col(j) *= TypeParam(std::pow(10.0, -6.0 * double(j) / double(n)));
    const Matrix exact = l.template cast<double>();
    const MatrixOf<TypeParam> x = any_columns<TypeParam>(n, 5);
    PanelVectors<TypeParam> forward = as_vectors(x);
    PanelVectors<TypeParam> backward = forward;
    ASSERT_EQ(solve(in_panels(l), forward), PanelStatus::done);
    ASSERT_EQ(solve_transposed(in_panels(l), backward), PanelStatus::done);
    const auto residual = [&](const Matrix& a, const Matrix& y) {  // relative to |A| |y|, entry by entry
      const Matrix scale = a.cwiseAbs() * y.cwiseAbs();
      return ((a * y - x.template cast<double>()).cwiseAbs().array() / scale.array()).maxCoeff();
    };
    EXPECT_LT(residual(exact, forward.to_matrix().template cast<double>()), double(n) * epsilon) << n;
    EXPECT_LT(residual(exact.transpose(), backward.to_matrix().template cast<double>()), double(n) * epsilon) << n;
  }
}

TYPED_TEST(PanelTriangularOf, AVectorsSolutionDoesNotDependOnTheOthers) {
  const PanelMatrix<TypeParam> l = in_panels(triangular_example<TypeParam>(333));
  const MatrixOf<TypeParam> x = any_columns<TypeParam>(333, 60);
  PanelVectors<TypeParam> together = as_vectors(x);
  ASSERT_EQ(solve(l, together), PanelStatus::done);
  ASSERT_EQ(solve_transposed(l, together), PanelStatus::done);
  for (const Index v : {0, 7, 23, 24, 59}) {
    PanelVectors<TypeParam> alone = as_vectors<TypeParam>(x.col(v));
    ASSERT_EQ(solve(l, alone), PanelStatus::done);
    ASSERT_EQ(solve_transposed(l, alone), PanelStatus::done);
    EXPECT_EQ(alone.to_matrix(), together.to_matrix().col(v)) << v;
  }
}

TYPED_TEST(PanelTriangularOf, ADiagonalThatIsNotPositiveAndFiniteIsRefused) {
  for (const TypeParam value : {TypeParam(0), TypeParam(-1), std::numeric_limits<TypeParam>::quiet_NaN(),
                                std::numeric_limits<TypeParam>::infinity()}) {
    for (const Index bad : {0, 10, 49}) {
      PanelMatrix<TypeParam> l = in_panels(triangular_example<TypeParam>(50));
      l(bad, bad) = value;
      PanelMatrix<TypeParam> inverse;
      PanelVectors<TypeParam> x(50, 1);
      EXPECT_EQ(invert(l, inverse), PanelStatus::broken_down);
      EXPECT_EQ(solve(l, x), PanelStatus::broken_down);
      EXPECT_EQ(solve_transposed(l, x), PanelStatus::broken_down);
    }
  }
}

/// Stops `work` at each time it asks, one after the other.
template <class Work>
void expect_stops(int least_asked, Work&& work) {
  int asked = 0;
  EXPECT_EQ(work([&] { return ++asked < 0; }), PanelStatus::done);
  EXPECT_GE(asked, least_asked);
  for (int at = 1; at <= asked; ++at) {
    int left = at;
    EXPECT_EQ(work([&] { return --left == 0; }), PanelStatus::stopped) << at;
  }
}

TYPED_TEST(PanelTriangularOf, StopsWhenAskedTo) {
  const PanelMatrix<TypeParam> l = in_panels(triangular_example<TypeParam>(600));
  PanelMatrix<TypeParam> inverse;
  PanelVectors<TypeParam> x(600, 1);
  constexpr int kBlocks = 3;
  expect_stops(kBlocks, [&](const StopCheck& stop) { return solve(l, x, stop); });
  expect_stops(kBlocks, [&](const StopCheck& stop) { return solve_transposed(l, x, stop); });
  expect_stops(kBlocks, [&](const StopCheck& stop) { return invert(l, inverse, stop); });
}

TYPED_TEST(PanelTriangularOf, NothingIsDoneWithoutRows) {
  const PanelMatrix<TypeParam> empty;
  PanelMatrix<TypeParam> inverse;
  PanelVectors<TypeParam> x;
  EXPECT_EQ(invert(empty, inverse), PanelStatus::done);
  EXPECT_EQ(solve(empty, x), PanelStatus::done);
  EXPECT_EQ(solve_transposed(empty, x), PanelStatus::done);
}

}  // namespace
}  // namespace lehr

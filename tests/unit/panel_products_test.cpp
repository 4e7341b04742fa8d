#include <lehr/linalg/panel_products.hpp>

#include <vector>

#include <lehr/linalg/panel_sums.hpp>

#include "unit/panel_examples.hpp"

namespace lehr {
namespace {

template <class Scalar>
class PanelProducts : public testing::Test {};
TYPED_TEST_SUITE(PanelProducts, PanelScalars);

TYPED_TEST(PanelProducts, AreThoseOfThePlainTriangle) {
  for (const Index n : panel_sizes()) {
    const MatrixOf<TypeParam> l = triangular_example<TypeParam>(n);
    const VectorOf<TypeParam> x = any_columns<TypeParam>(n, 1);
    const PanelMatrix<TypeParam> panels = in_panels(l);
    EXPECT_LT(difference<TypeParam>(multiply_vector(panels, x), l * x), kPanelTolerance<TypeParam>) << n;
    EXPECT_LT(difference<TypeParam>(multiply_vector_transposed(panels, x), l.transpose() * x),
              kPanelTolerance<TypeParam>)
        << n;
    const MatrixOf<TypeParam> columns = any_columns<TypeParam>(n, 3);
    MatrixOf<TypeParam> products;
    multiply_columns(panels, columns, products);
    EXPECT_LT(difference<TypeParam>(products, l * columns), kPanelTolerance<TypeParam>) << n;
  }
}

TYPED_TEST(PanelProducts, OfSolutionsAreWhatWasSolvedFor) {
  for (const Index n : panel_sizes()) {
    const PanelMatrix<TypeParam> l = in_panels(triangular_example<TypeParam>(n));
    const VectorOf<TypeParam> truth = any_columns<TypeParam>(n, 1);
    VectorOf<TypeParam> x = multiply_vector(l, truth);
    solve_vector(l, x);
    EXPECT_LT(difference<TypeParam>(x, truth), 10 * kPanelTolerance<TypeParam>) << n;
    x = multiply_vector_transposed(l, truth);
    solve_vector_transposed(l, x);
    EXPECT_LT(difference<TypeParam>(x, truth), 10 * kPanelTolerance<TypeParam>) << n;
  }
}

TYPED_TEST(PanelProducts, OfOneEntryAfterTheOtherAreTheStrictTriangles) {
  for (const Index n : panel_sizes()) {
    const MatrixOf<TypeParam> l = triangular_example<TypeParam>(n);
    const PanelMatrix<TypeParam> panels = in_panels(l);
    MatrixOf<TypeParam> strict = l;
    strict.diagonal().setZero();
    const MatrixOf<TypeParam> x = any_columns<TypeParam>(n, 3).transpose();
    MatrixOf<TypeParam> by_rows(3, n);
    RowSums<TypeParam> rows(panels, 3);
    for (Index i = 0; i < n; ++i) {
      by_rows.col(i) = rows.sums(i);
      rows.take(i, x.col(i));
    }
    EXPECT_LT((by_rows - x * strict.transpose()).cwiseAbs().maxCoeff(), 10 * kPanelTolerance<TypeParam>) << n;
    MatrixOf<TypeParam> by_columns(3, n);
    ColumnSums<TypeParam> columns(panels, 3);
    for (Index i = n - 1; i >= 0; --i) {
      by_columns.col(i) = columns.sums(i).template cast<TypeParam>();
      columns.take(i, x.col(i).template cast<double>());
    }
    EXPECT_LT((by_columns - x * strict).cwiseAbs().maxCoeff(), 10 * kPanelTolerance<TypeParam>) << n;
  }
}

}  // namespace
}  // namespace lehr

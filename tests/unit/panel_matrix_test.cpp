#include <set>
#include <utility>

#include <gtest/gtest.h>

#include <lehr/linalg/panel_matrix.hpp>
#include <lehr/linalg/panel_vectors.hpp>
#include <unit/panel_examples.hpp>

namespace lehr {
namespace {

template <class Scalar>
class PanelMatrixOf : public testing::Test {};
TYPED_TEST_SUITE(PanelMatrixOf, PanelScalars);

TYPED_TEST(PanelMatrixOf, KeepsTheLowerTriangleAndReadsNoOther) {
  for (const Index n : panel_sizes()) {
    const MatrixOf<TypeParam> lower = triangular_example<TypeParam>(n);
    MatrixOf<TypeParam> marked = lower;
    for (Index j = 0; j < n; ++j) marked.col(j).head(j).setConstant(std::numeric_limits<TypeParam>::quiet_NaN());
    const PanelMatrix<TypeParam> panels = in_panels(marked);
    EXPECT_EQ(panels.rows(), n);
    EXPECT_EQ(panels.to_matrix(), lower) << n;
    for (Index j = 0; j < n; ++j) {
      for (Index i = j; i < n; ++i) ASSERT_EQ(panels(i, j), lower(i, j)) << i << ", " << j << " of " << n;
    }
    expect_outside_is_fixed(panels);
  }
}

TYPED_TEST(PanelMatrixOf, AsksForEachEntryOnce) {
  const Index n = kPanelRows<TypeParam> + 5;
  std::set<std::pair<Index, Index>> asked;
  PanelMatrix<TypeParam> panels(n);
  panels.fill([&](Index i, Index j) {
    EXPECT_TRUE(0 <= j && j <= i && i < n) << i << ", " << j;
    EXPECT_TRUE(asked.emplace(i, j).second) << i << ", " << j;
    return TypeParam(i + 100 * j);
  });
  EXPECT_EQ(asked.size(), static_cast<std::size_t>(n * (n + 1) / 2));
  EXPECT_EQ(panels(n - 1, 3), TypeParam(n - 1 + 300));
}

TYPED_TEST(PanelMatrixOf, TakesLittleMoreThanTheTriangle) {
  const PanelMatrix<TypeParam> panels(400);
  const Index stored = panels.panel(panels.panels()) - panels.panel(0);
  EXPECT_LE(stored, (400 + kPanelRows<TypeParam>)*(400 + 2 * kPanelRows<TypeParam>) / 2);
}

TYPED_TEST(PanelMatrixOf, ANewSizeMakesItZeroAndTheSameSizeKeepsIt) {
  PanelMatrix<TypeParam> panels = in_panels(triangular_example<TypeParam>(30));
  panels.resize(30);
  EXPECT_EQ(panels.to_matrix(), triangular_example<TypeParam>(30));
  panels.resize(31);
  EXPECT_EQ(panels.to_matrix(), (MatrixOf<TypeParam>::Zero(31, 31)));
  expect_outside_is_fixed(panels);
}

TYPED_TEST(PanelMatrixOf, WhatWasWrittenAroundTheTriangleIsPutRight) {
  for (const Index n : {1, 5, 23, 24, 25, 60}) {
    PanelMatrix<TypeParam> panels(n);
    std::fill(panels.panel(0), panels.panel(panels.panels()), TypeParam(7));
    panels.reset_outside();
    expect_outside_is_fixed(panels);
    for (Index j = 0; j < n; ++j) {
      for (Index i = j; i < n; ++i) ASSERT_EQ(panels(i, j), TypeParam(7)) << i << ", " << j << " of " << n;
    }
    panels.set_identity();
    expect_outside_is_fixed(panels);
    EXPECT_EQ(panels.to_matrix(), (MatrixOf<TypeParam>::Identity(n, n)));
  }
}

TYPED_TEST(PanelMatrixOf, VectorsKeepTheirEntries) {
  for (const Index count : {1, 5, 24, 49}) {
    const MatrixOf<TypeParam> columns = any_columns<TypeParam>(31, count);
    PanelVectors<TypeParam> vectors;
    vectors.assign(columns);
    EXPECT_EQ(vectors.length(), 31);
    EXPECT_EQ(vectors.count(), count);
    EXPECT_EQ(vectors(30, count - 1), columns(30, count - 1));
    EXPECT_EQ(vectors.to_matrix(), columns);
  }
}

}  // namespace
}  // namespace lehr

#pragma once

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include <lehr/linalg/panel_matrix.hpp>

// What the tests of the panel kernels share: matrices, plain twins, and what must hold around a triangle.
namespace lehr {

using PanelScalars = testing::Types<double, float>;

/// All sizes around the panels and tiles of every machine; 300 and 450 reach a second block and whole slices.
inline std::vector<Index> panel_sizes() {
  std::vector<Index> result;
  for (Index n = 1; n <= 200; ++n) result.push_back(n);
  for (const Index n : {287, 288, 289, 300, 450}) result.push_back(n);
  return result;
}

/// Agreement with Eigen on well-conditioned matrices, relative.
template <class Scalar>
constexpr double kPanelTolerance = sizeof(Scalar) == 8 ? 1e-14 : 1e-5;

/// Positive definite, with eigenvalues from about 1 to 3.
template <class Scalar>
MatrixOf<Scalar> well_conditioned_example(Index n) {
  return MatrixOf<Scalar>::NullaryExpr(
      n, n, [](Index i, Index j) { return Scalar(std::exp(-std::abs(double(i - j))) + (i == j ? 1.0 : 0.0)); });
}

/// A lower triangle of entries without order in (-0.5, 0.5), and a diagonal from 1 to 2: a well-conditioned L or M.
template <class Scalar>
MatrixOf<Scalar> triangular_example(Index n) {
  return MatrixOf<Scalar>::NullaryExpr(n, n, [n](Index i, Index j) {
    const double number = std::fmod(0.618033988749895 * double(3 * i + 7 * j + i * j + 1), 1.0);
    return Scalar(i < j ? 0.0 : i == j ? 1 + number : (number - 0.5) / std::sqrt(double(n)));
  });
}

template <class Scalar>
MatrixOf<Scalar> any_columns(Index n, Index count) {
  return MatrixOf<Scalar>::NullaryExpr(
      n, count, [](Index i, Index v) { return Scalar(std::sin(double(1 + 3 * i + 5 * v + i * v % 11))); });
}

template <class Scalar>
PanelMatrix<Scalar> in_panels(const MatrixOf<Scalar>& matrix) {
  PanelMatrix<Scalar> result;
  result.assign(matrix);
  return result;
}

/// The largest difference of two lower triangles (or matrices without an upper one), relative to the largest entry.
template <class Scalar>
double difference(const MatrixOf<Scalar>& a, const MatrixOf<Scalar>& b) {
  return double((a - b).cwiseAbs().maxCoeff()) / double(b.cwiseAbs().maxCoeff());
}

/// Zeros above the diagonal, the identity in the lead.
template <class Scalar>
void expect_outside_is_fixed(const PanelMatrix<Scalar>& a) {
  for (Index p = 0; p < a.panels(); ++p) {
    for (Index j = 0; j < a.width(p); ++j) {
      for (Index row = 0; row < kPanelRows<Scalar>; ++row) {
        const Index i = p * kPanelRows<Scalar> + row;
        if (j >= a.lead() && i >= j) continue;
        ASSERT_EQ(a.panel(p)[j * kPanelRows<Scalar> + row], Scalar(i == j)) << i << ", " << j << " of " << a.rows();
      }
    }
  }
}

/// A = L L' by the textbook; false if a pivot is not positive.
template <class Scalar>
bool plain_cholesky(MatrixOf<Scalar>& a) {
  for (Index j = 0; j < a.rows(); ++j) {
    for (Index i = 0; i < j; ++i) a(i, j) = 0;
    for (Index i = j; i < a.rows(); ++i) {
      Scalar sum = a(i, j);
      for (Index k = 0; k < j; ++k) sum -= a(i, k) * a(j, k);
      if (i == j && !(sum > 0)) return false;
      a(i, j) = i == j ? std::sqrt(sum) : sum / a(j, j);
    }
  }
  return true;
}

/// I + M M'
template <class Scalar>
MatrixOf<Scalar> plain_gram(const MatrixOf<Scalar>& m) {
  MatrixOf<Scalar> result = MatrixOf<Scalar>::Identity(m.rows(), m.rows());
  for (Index i = 0; i < m.rows(); ++i) {
    for (Index j = 0; j < m.rows(); ++j) {
      for (Index k = 0; k <= std::min(i, j); ++k) result(i, j) += m(i, k) * m(j, k);
    }
  }
  return result;
}

/// Each column x <- L^-1 x
template <class Scalar>
void plain_solve(const MatrixOf<Scalar>& l, MatrixOf<Scalar>& x) {
  for (Index v = 0; v < x.cols(); ++v) {
    for (Index i = 0; i < l.rows(); ++i) {
      for (Index k = 0; k < i; ++k) x(i, v) -= l(i, k) * x(k, v);
      x(i, v) /= l(i, i);
    }
  }
}

/// Each column x <- L^-T x
template <class Scalar>
void plain_solve_transposed(const MatrixOf<Scalar>& l, MatrixOf<Scalar>& x) {
  for (Index v = 0; v < x.cols(); ++v) {
    for (Index i = l.rows() - 1; i >= 0; --i) {
      for (Index k = i + 1; k < l.rows(); ++k) x(i, v) -= l(k, i) * x(k, v);
      x(i, v) /= l(i, i);
    }
  }
}

}  // namespace lehr

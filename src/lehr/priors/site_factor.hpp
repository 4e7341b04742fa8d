#pragma once

#include <functional>

#include <lehr/linalg/panel_matrix.hpp>
#include <lehr/linalg/panel_status.hpp>
#include <lehr/linalg/types.hpp>

namespace lehr {

/// The factorisation of B = I + W^1/2 K W^1/2 at some precisions W, K given by its lower triangle. All eigenvalues of B
/// are at least 1, so it exists for every covariance K, singular ones too. Buffers are kept from one factorisation to
/// the next.
template <class Scalar>
class SiteFactor {
 public:
  /// Factorises B as L L'. One unit of cost. False if it is not finite, and where it was stopped.
  [[nodiscard]] bool factorise(const MatrixOf<Scalar>& k, const Vector& precision, const StopCheck& stop = {});

  /// Forms L^-1 as well, which the marginal variances need. Two units of cost.
  [[nodiscard]] bool factorise_with_inverse(const MatrixOf<Scalar>& k, const Vector& precision,
                                            const StopCheck& stop = {});

  double log_determinant() const;  // log |B|

  /// x <- L^-1 x, column by column.
  void half_solve_in_place(Eigen::Ref<MatrixOf<Scalar>> x) const;
  /// x <- B^-1 x.
  void solve_in_place(Eigen::Ref<MatrixOf<Scalar>> x) const;

  /// alpha = K^-1 Sigma nu = nu - W^1/2 B^-1 W^1/2 K nu: no inverse of K, none of W.
  VectorOf<Scalar> posterior_alpha(const MatrixOf<Scalar>& k, const Vector& shift) const;

  /// The diagonal of Sigma. Needs factorise_with_inverse.
  /// Sigma_ii = (1 - (B^-1)_ii) / w_i costs O(n^2); rows where that cancels take K_ii - |L^-1 W^1/2 K_i|^2 instead.
  /// NaN where it was stopped.
  Vector marginal_variances(const MatrixOf<Scalar>& k, const StopCheck& stop = {}) const;

  /// Columns first, first + 1, … of B^-1, of which only the lower triangle means anything.
  using VisitColumns = std::function<void(Index first, MatrixOf<Scalar>& columns)>;
  /// The whole of B^-1, some columns at a time, which the visitor may change: never n x n numbers. Needs
  /// factorise_with_inverse; one more unit of cost. False where it was stopped.
  [[nodiscard]] bool visit_inverse(const VisitColumns& visit, const StopCheck& stop = {}) const;

  /// W^1/2, as of the last factorisation.
  const VectorOf<Scalar>& root_precision() const { return root_precision_; }
  bool is_inverted() const { return inverted_; }

 private:
  void fill(const MatrixOf<Scalar>& k, const Vector& precision);

  PanelMatrix<Scalar> factor_;   // L
  PanelMatrix<Scalar> inverse_;  // L^-1, if it was asked for
  VectorOf<Scalar> root_precision_;
  bool inverted_ = false;
};

}  // namespace lehr

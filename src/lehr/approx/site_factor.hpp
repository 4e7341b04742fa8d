#pragma once

#include <lehr/linalg/types.hpp>

namespace lehr {

/// The factorisation of B = I + W^1/2 K W^1/2 at some sites. All eigenvalues of B are at least 1, so it exists for
/// every covariance K, singular ones too. Buffers are kept from one factorisation to the next.
template <class Scalar>
class SiteFactor {
 public:
  /// Factorises B = L L'. One unit of cost. False if B is not finite.
  [[nodiscard]] bool factorise(const MatrixOf<Scalar>& k, const Vector& precision);

  /// Forms L^-1 as well, which the marginal variances need. Two units of cost.
  [[nodiscard]] bool factorise_with_inverse(const MatrixOf<Scalar>& k, const Vector& precision);

  double log_determinant() const;  // log |B|

  /// x <- B^-1 x, column by column.
  void solve_in_place(Eigen::Ref<MatrixOf<Scalar>> x) const;

  /// x <- L^-1 x.
  void half_solve_in_place(Eigen::Ref<MatrixOf<Scalar>> x) const;

  /// The diagonal of Sigma = (K^-1 + W)^-1. Needs factorise_with_inverse.
  /// Sigma_ii = (1 - (B^-1)_ii) / w_i costs O(n^2); rows where that cancels take K_ii - |L^-1 W^1/2 K_i|^2 instead.
  Vector marginal_variances(const MatrixOf<Scalar>& k) const;

  /// The lower triangle of B^-1 into `out`. Needs factorise_with_inverse; one more unit of cost.
  void inverse(MatrixOf<Scalar>& out) const;

  /// W^1/2, as of the last factorisation.
  const VectorOf<Scalar>& root_precision() const { return root_precision_; }
  bool is_inverted() const { return inverted_; }

 private:
  void fill(const MatrixOf<Scalar>& k, const Vector& precision);

  MatrixOf<Scalar> factor_;  // lower triangle of L, or of L^-1
  MatrixOf<Scalar> scratch_;
  VectorOf<Scalar> root_precision_;
  bool inverted_ = false;
};

/// Whether a SiteFactor<float> is good enough to look for sites with. The condition of B is at most 1 + trace(W K), and
/// w is at most 1 for the likelihoods of labels.
bool single_precision_finds_sites(const Matrix& covariance);

}  // namespace lehr

#pragma once

#include <lehr/linalg/types.hpp>
#include <lehr/sites/covariance_view.hpp>

namespace lehr {

/// The factorisation of B = I + W^1/2 K W^1/2 at some sites. All eigenvalues of B are at least 1, so it exists for
/// every covariance K, singular ones too. Buffers are kept from one factorisation to the next.
///
/// Where K = G G' with few columns, the small P = I + G' W G takes the place of B: |P| = |B|,
/// B^-1 = I - W^1/2 G P^-1 G' W^1/2 and Sigma = (K^-1 + W)^-1 = G P^-1 G', in which nothing cancels.
template <class Scalar>
class SiteFactor {
 public:
  /// Factorises B, or P, as L L'. One unit of cost. False if it is not finite.
  [[nodiscard]] bool factorise(const CovarianceOf<Scalar>& k, const Vector& precision);

  /// Forms L^-1 as well, which the marginal variances need. Two units of cost.
  [[nodiscard]] bool factorise_with_inverse(const CovarianceOf<Scalar>& k, const Vector& precision);

  double log_determinant() const;  // log |B|

  /// x <- B^-1 x, column by column.
  void solve_in_place(Eigen::Ref<MatrixOf<Scalar>> x) const;

  /// x <- L^-1 x, with L that of B: not for a factored K.
  void half_solve_in_place(Eigen::Ref<MatrixOf<Scalar>> x) const;

  /// alpha = K^-1 Sigma nu = nu - W^1/2 B^-1 W^1/2 K nu: no inverse of K, none of W.
  VectorOf<Scalar> posterior_alpha(const CovarianceOf<Scalar>& k, const Vector& shift) const;

  /// mu = Sigma nu and alpha = K^-1 mu = nu - W mu.
  struct Mean {
    VectorOf<Scalar> mean;
    VectorOf<Scalar> alpha;
  };
  Mean posterior_mean(const CovarianceOf<Scalar>& k, const Vector& shift) const;

  /// G L^-T e, which is N(0, Sigma) for standard normal e: only for a factored K.
  MatrixOf<Scalar> draw(const CovarianceOf<Scalar>& k, MatrixOf<Scalar> e) const;

  /// The diagonal of Sigma. Needs factorise_with_inverse.
  /// Sigma_ii = (1 - (B^-1)_ii) / w_i costs O(n^2); rows where that cancels take K_ii - |L^-1 W^1/2 K_i|^2 instead.
  Vector marginal_variances(const CovarianceOf<Scalar>& k) const;

  /// The lower triangle of B^-1 into `out`. Needs factorise_with_inverse; one more unit of cost. Not for a factored K.
  void inverse(MatrixOf<Scalar>& out) const;

  /// W^1/2, as of the last factorisation.
  const VectorOf<Scalar>& root_precision() const { return root_precision_; }
  bool is_inverted() const { return inverted_; }

 private:
  void fill(const CovarianceOf<Scalar>& k, const Vector& precision);
  void fill_dense(const MatrixOf<Scalar>& k);
  void fill_factored(const MatrixOf<Scalar>& g);
  Vector dense_variances(const MatrixOf<Scalar>& k) const;
  Vector factored_variances(const MatrixOf<Scalar>& g) const;
  VectorOf<Scalar> factored_mean(const MatrixOf<Scalar>& g, const VectorOf<Scalar>& nu) const;
  void apply_inverse(Eigen::Ref<MatrixOf<Scalar>> x) const;             // x <- L^-1 x
  void apply_transposed_inverse(Eigen::Ref<MatrixOf<Scalar>> x) const;  // x <- L^-T x

  MatrixOf<Scalar> factor_;  // lower triangle of L, or of L^-1
  MatrixOf<Scalar> scaled_;  // W^1/2 G
  MatrixOf<Scalar> scratch_;
  VectorOf<Scalar> root_precision_;
  bool inverted_ = false;
  bool factored_ = false;
};

/// Whether a SiteFactor<float> is good enough to look for sites with. The condition of B is at most 1 + trace(W K), and
/// w is at most 1 for the likelihoods of labels.
bool single_precision_finds_sites(const Covariance& covariance);

}  // namespace lehr

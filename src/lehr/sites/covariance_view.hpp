#pragma once

#include <Eigen/Dense>

#include <lehr/linalg/types.hpp>

namespace lehr {

/// The covariance K of the latent values in one of two forms: its lower triangle, or a factor G of few columns with
/// K = G G'. It refers to the matrix and does not own it.
template <class Scalar>
class CovarianceOf {
 public:
  CovarianceOf(const MatrixOf<Scalar>& lower_triangle) : matrix_(&lower_triangle) {}  // NOLINT(*-explicit-*)
  CovarianceOf(MatrixOf<Scalar>&&) = delete;

  static CovarianceOf of_factor(const MatrixOf<Scalar>& g) { return CovarianceOf(g, true); }

  bool is_factored() const { return factored_; }
  /// The lower triangle, or G.
  const MatrixOf<Scalar>& matrix() const { return *matrix_; }
  /// A covariance whose matrix is given in the form of this one, in another precision say.
  template <class Other>
  CovarianceOf<Other> in_same_form(const MatrixOf<Other>& matrix) const {
    return factored_ ? CovarianceOf<Other>::of_factor(matrix) : CovarianceOf<Other>(matrix);
  }

  Index rows() const { return matrix_->rows(); }

  VectorOf<Scalar> diagonal() const {
    if (factored_) return matrix_->rowwise().squaredNorm();
    return matrix_->diagonal();
  }

  /// K x.
  VectorOf<Scalar> operator*(const VectorOf<Scalar>& x) const {
    if (!factored_) return matrix_->template selfadjointView<Eigen::Lower>() * x;
    const VectorOf<Scalar> inner = matrix_->transpose() * x;
    return *matrix_ * inner;
  }

 private:
  CovarianceOf(const MatrixOf<Scalar>& matrix, bool factored) : matrix_(&matrix), factored_(factored) {}

  const MatrixOf<Scalar>* matrix_;
  bool factored_ = false;
};

using Covariance = CovarianceOf<double>;

}  // namespace lehr

#include <lehr/priors/site_factor.hpp>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <type_traits>
#include <vector>

#include <Eigen/Dense>

#include <lehr/linalg/cholesky.hpp>

namespace lehr {

template <class Scalar>
void SiteFactor<Scalar>::fill(const MatrixOf<Scalar>& k, const Vector& precision) {
  root_precision_ = precision.array().sqrt().matrix().template cast<Scalar>();
  const Index n = k.rows();
  if (factor_.rows() != n) factor_.resize(n, n);
  for (Index j = 0; j < n; ++j) {
    const Index below = n - j;
    factor_.col(j).tail(below) = k.col(j).tail(below).cwiseProduct(root_precision_.tail(below)) * root_precision_(j);
    factor_(j, j) += Scalar(1);
  }
}

template <class Scalar>
bool SiteFactor<Scalar>::factorise(const MatrixOf<Scalar>& k, const Vector& precision) {
  fill(k, precision);
  inverted_ = false;
  return cholesky_in_place<Scalar>(factor_);
}

template <class Scalar>
bool SiteFactor<Scalar>::factorise_with_inverse(const MatrixOf<Scalar>& k, const Vector& precision) {
  fill(k, precision);
  inverted_ = true;
  return inverse_cholesky_in_place<Scalar>(factor_, scratch_);
}

template <class Scalar>
double SiteFactor<Scalar>::log_determinant() const {
  const double half = factor_.diagonal().template cast<double>().array().log().sum();
  return inverted_ ? -2 * half : 2 * half;
}

template <class Scalar>
void SiteFactor<Scalar>::half_solve_in_place(Eigen::Ref<MatrixOf<Scalar>> x) const {
  if (inverted_) {
    x = factor_.template triangularView<Eigen::Lower>() * x;
  } else {
    factor_.template triangularView<Eigen::Lower>().solveInPlace(x);
  }
}

template <class Scalar>
void SiteFactor<Scalar>::solve_in_place(Eigen::Ref<MatrixOf<Scalar>> x) const {
  half_solve_in_place(x);
  if (inverted_) {
    x = factor_.transpose().template triangularView<Eigen::Upper>() * x;
  } else {
    factor_.transpose().template triangularView<Eigen::Upper>().solveInPlace(x);
  }
}

template <class Scalar>
VectorOf<Scalar> SiteFactor<Scalar>::posterior_alpha(const MatrixOf<Scalar>& k, const Vector& shift) const {
  const VectorOf<Scalar>& nu = shift.cast<Scalar>();
  VectorOf<Scalar> t = k.template selfadjointView<Eigen::Lower>() * nu;
  t.array() *= root_precision_.array();
  solve_in_place(t);
  return nu - root_precision_.cwiseProduct(t);
}

template <class Scalar>
Vector SiteFactor<Scalar>::marginal_variances(const MatrixOf<Scalar>& k) const {
  // With 1 - (B^-1)_ii above this, what cancels leaves half the digits of the type.
  constexpr Scalar kCancels = std::is_same_v<Scalar, float> ? Scalar(3e-4) : Scalar(1e-8);
  const Index n = factor_.rows();
  Vector variance(n);
  std::vector<Index> cancelled;
  for (Index i = 0; i < n; ++i) {
    const Scalar shrunk = Scalar(1) - factor_.col(i).tail(n - i).squaredNorm();  // w_i Sigma_ii
    const Scalar root = root_precision_(i);
    variance(i) = static_cast<double>(shrunk) / (static_cast<double>(root) * static_cast<double>(root));
    if (!(shrunk > kCancels)) cancelled.push_back(i);
  }
  constexpr std::size_t kBatch = 64;
  MatrixOf<Scalar> columns;
  for (std::size_t begin = 0; begin < cancelled.size(); begin += kBatch) {
    const std::size_t count = std::min(kBatch, cancelled.size() - begin);
    columns.resize(n, static_cast<Index>(count));
    for (std::size_t c = 0; c < count; ++c) {
      const Index i = cancelled[begin + c];
      auto column = columns.col(static_cast<Index>(c));
      column.head(i) = k.row(i).head(i).transpose();
      column.tail(n - i) = k.col(i).tail(n - i);
      column.array() *= root_precision_.array();
    }
    half_solve_in_place(columns);
    for (std::size_t c = 0; c < count; ++c) {
      const Index i = cancelled[begin + c];
      const double prior = static_cast<double>(k(i, i));
      const double explained = static_cast<double>(columns.col(static_cast<Index>(c)).squaredNorm());
      // What is left of the prior variance cannot be told from rounding below this share of it.
      constexpr double kLeast = 4 * static_cast<double>(std::numeric_limits<Scalar>::epsilon());
      variance(i) = std::max(prior - explained, kLeast * prior);
    }
  }
  return variance;
}

template <class Scalar>
void SiteFactor<Scalar>::inverse(MatrixOf<Scalar>& out) const {
  const Index n = factor_.rows();
  out.resize(n, n);
  out.template triangularView<Eigen::Lower>() = factor_.transpose().template triangularView<Eigen::Upper>() *
                                                MatrixOf<Scalar>(factor_.template triangularView<Eigen::Lower>());
}

template class SiteFactor<double>;
template class SiteFactor<float>;

}  // namespace lehr

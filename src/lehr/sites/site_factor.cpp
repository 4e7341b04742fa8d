#include <lehr/sites/site_factor.hpp>

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <limits>
#include <type_traits>
#include <utility>
#include <vector>

#include <Eigen/Dense>

#include <lehr/linalg/cholesky.hpp>

namespace lehr {

template <class Scalar>
void SiteFactor<Scalar>::fill(const CovarianceOf<Scalar>& k, const Vector& precision) {
  root_precision_ = precision.array().sqrt().matrix().template cast<Scalar>();
  factored_ = k.is_factored();
  if (factored_) {
    fill_factored(k.matrix());
  } else {
    fill_dense(k.matrix());
  }
}

template <class Scalar>
void SiteFactor<Scalar>::fill_dense(const MatrixOf<Scalar>& k) {
  const Index n = k.rows();
  if (factor_.rows() != n) factor_.resize(n, n);
  for (Index j = 0; j < n; ++j) {
    const Index below = n - j;
    factor_.col(j).tail(below) = k.col(j).tail(below).cwiseProduct(root_precision_.tail(below)) * root_precision_(j);
    factor_(j, j) += Scalar(1);
  }
}

template <class Scalar>
void SiteFactor<Scalar>::fill_factored(const MatrixOf<Scalar>& g) {
  scaled_ = root_precision_.asDiagonal() * g;
  factor_.setIdentity(g.cols(), g.cols());
  factor_.template selfadjointView<Eigen::Lower>().rankUpdate(scaled_.transpose());
}

template <class Scalar>
bool SiteFactor<Scalar>::factorise(const CovarianceOf<Scalar>& k, const Vector& precision) {
  fill(k, precision);
  inverted_ = false;
  return cholesky_in_place<Scalar>(factor_);
}

template <class Scalar>
bool SiteFactor<Scalar>::factorise_with_inverse(const CovarianceOf<Scalar>& k, const Vector& precision) {
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
void SiteFactor<Scalar>::apply_inverse(Eigen::Ref<MatrixOf<Scalar>> x) const {
  if (inverted_) {
    x = factor_.template triangularView<Eigen::Lower>() * x;
  } else {
    factor_.template triangularView<Eigen::Lower>().solveInPlace(x);
  }
}

template <class Scalar>
void SiteFactor<Scalar>::apply_transposed_inverse(Eigen::Ref<MatrixOf<Scalar>> x) const {
  if (inverted_) {
    x = factor_.transpose().template triangularView<Eigen::Upper>() * x;
  } else {
    factor_.transpose().template triangularView<Eigen::Upper>().solveInPlace(x);
  }
}

template <class Scalar>
void SiteFactor<Scalar>::half_solve_in_place(Eigen::Ref<MatrixOf<Scalar>> x) const {
  assert(!factored_);
  apply_inverse(x);
}

template <class Scalar>
void SiteFactor<Scalar>::solve_in_place(Eigen::Ref<MatrixOf<Scalar>> x) const {
  if (!factored_) {
    apply_inverse(x);
    apply_transposed_inverse(x);
    return;
  }
  MatrixOf<Scalar> inner = scaled_.transpose() * x;
  apply_inverse(inner);
  apply_transposed_inverse(inner);
  x.noalias() -= scaled_ * inner;
}

/// G P^-1 G' nu.
template <class Scalar>
VectorOf<Scalar> SiteFactor<Scalar>::factored_mean(const MatrixOf<Scalar>& g, const VectorOf<Scalar>& nu) const {
  VectorOf<Scalar> inner = g.transpose() * nu;
  apply_inverse(inner);
  apply_transposed_inverse(inner);
  return g * inner;
}

template <class Scalar>
VectorOf<Scalar> SiteFactor<Scalar>::posterior_alpha(const CovarianceOf<Scalar>& k, const Vector& shift) const {
  const VectorOf<Scalar>& nu = shift.cast<Scalar>();
  if (factored_) return nu - root_precision_.cwiseAbs2().cwiseProduct(factored_mean(k.matrix(), nu));
  VectorOf<Scalar> t = k * nu;
  t.array() *= root_precision_.array();
  solve_in_place(t);
  return nu - root_precision_.cwiseProduct(t);
}

template <class Scalar>
typename SiteFactor<Scalar>::Mean SiteFactor<Scalar>::posterior_mean(const CovarianceOf<Scalar>& k,
                                                                     const Vector& shift) const {
  if (factored_) {
    const VectorOf<Scalar>& nu = shift.cast<Scalar>();
    VectorOf<Scalar> mean = factored_mean(k.matrix(), nu);
    VectorOf<Scalar> alpha = nu - root_precision_.cwiseAbs2().cwiseProduct(mean);
    return {std::move(mean), std::move(alpha)};
  }
  VectorOf<Scalar> alpha = posterior_alpha(k, shift);
  VectorOf<Scalar> mean = k * alpha;
  return {std::move(mean), std::move(alpha)};
}

template <class Scalar>
MatrixOf<Scalar> SiteFactor<Scalar>::draw(const CovarianceOf<Scalar>& k, MatrixOf<Scalar> e) const {
  assert(factored_);
  apply_transposed_inverse(e);
  return k.matrix() * e;
}

template <class Scalar>
Vector SiteFactor<Scalar>::marginal_variances(const CovarianceOf<Scalar>& k) const {
  return factored_ ? factored_variances(k.matrix()) : dense_variances(k.matrix());
}

/// The squared lengths of the rows of G L^-T.
template <class Scalar>
Vector SiteFactor<Scalar>::factored_variances(const MatrixOf<Scalar>& g) const {
  constexpr Index kRowsAtOnce = 256;
  Vector variance(g.rows());
  MatrixOf<Scalar> rows;
  for (Index begin = 0; begin < g.rows(); begin += kRowsAtOnce) {
    const Index count = std::min(kRowsAtOnce, g.rows() - begin);
    rows.noalias() = g.middleRows(begin, count) * factor_.transpose().template triangularView<Eigen::Upper>();
    variance.segment(begin, count) = rows.rowwise().squaredNorm().template cast<double>();
  }
  return variance;
}

template <class Scalar>
Vector SiteFactor<Scalar>::dense_variances(const MatrixOf<Scalar>& k) const {
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
    apply_inverse(columns);
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
  assert(!factored_);
  const Index n = factor_.rows();
  out.resize(n, n);
  out.template triangularView<Eigen::Lower>() = factor_.transpose().template triangularView<Eigen::Upper>() *
                                                MatrixOf<Scalar>(factor_.template triangularView<Eigen::Lower>());
}

bool single_precision_finds_sites(const Covariance& covariance) {
  constexpr double kMostCondition = 1e6;
  return covariance.diagonal().sum() < kMostCondition;
}

template class SiteFactor<double>;
template class SiteFactor<float>;

}  // namespace lehr

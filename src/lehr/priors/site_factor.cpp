#include <lehr/priors/site_factor.hpp>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <limits>
#include <type_traits>
#include <vector>

#include <Eigen/Dense>

#include <lehr/linalg/panel_blocks.hpp>
#include <lehr/linalg/panel_cholesky.hpp>
#include <lehr/linalg/panel_products.hpp>
#include <lehr/linalg/panel_triangular.hpp>

namespace lehr {
namespace {

template <class Scalar>
PanelVectors<Scalar> as_vectors(const Eigen::Ref<MatrixOf<Scalar>>& columns) {
  PanelVectors<Scalar> vectors(columns.rows(), columns.cols());
  for (Index v = 0; v < columns.cols(); ++v) {
    for (Index i = 0; i < columns.rows(); ++i) vectors(i, v) = columns(i, v);
  }
  return vectors;
}

/// Summed in double, since 1 less such a sum is wanted. What is stored above the diagonal is zero.
template <class Scalar>
Vector squared_norms_of_columns(const PanelMatrix<Scalar>& l) {
  Vector norms = Vector::Zero(l.stored_rows());
  using Column = Eigen::Map<const Eigen::Matrix<Scalar, int{kPanelRows<Scalar>}, 1>>;
  for (Index p = 0; p < l.panels(); ++p) {
    for (Index j = 0; j < l.width(p); ++j)
      norms(j) += Column(l.panel(p) + j * kPanelRows<Scalar>).template cast<double>().squaredNorm();
  }
  return norms.tail(l.rows());
}

}  // namespace

template <class Scalar>
void SiteFactor<Scalar>::fill(const MatrixOf<Scalar>& k, const Vector& precision) {
  inverted_ = false;
  root_precision_ = precision.array().sqrt().matrix().template cast<Scalar>();
  factor_.resize(k.rows());
  factor_.fill(
      [&](Index i, Index j) { return k(i, j) * root_precision_(i) * root_precision_(j) + Scalar(i == j ? 1 : 0); });
}

template <class Scalar>
bool SiteFactor<Scalar>::factorise(const MatrixOf<Scalar>& k, const Vector& precision, const StopCheck& stop) {
  fill(k, precision);
  return cholesky(factor_, stop) == PanelStatus::done;
}

template <class Scalar>
bool SiteFactor<Scalar>::factorise_with_inverse(const MatrixOf<Scalar>& k, const Vector& precision,
                                                const StopCheck& stop) {
  fill(k, precision);
  inverted_ = cholesky_with_inverse(factor_, inverse_, stop) == PanelStatus::done;
  return inverted_;
}

template <class Scalar>
double SiteFactor<Scalar>::log_determinant() const {
  double half = 0;
  for (Index i = 0; i < factor_.rows(); ++i) half += std::log(static_cast<double>(factor_(i, i)));
  return 2 * half;
}

template <class Scalar>
void SiteFactor<Scalar>::half_solve_in_place(Eigen::Ref<MatrixOf<Scalar>> x) const {
  PanelVectors<Scalar> vectors = as_vectors<Scalar>(x);
  [[maybe_unused]] const PanelStatus status = solve(factor_, vectors);
  assert(status == PanelStatus::done);
  x = vectors.to_matrix();
}

template <class Scalar>
void SiteFactor<Scalar>::solve_in_place(Eigen::Ref<MatrixOf<Scalar>> x) const {
  PanelVectors<Scalar> vectors = as_vectors<Scalar>(x);
  [[maybe_unused]] PanelStatus status = solve(factor_, vectors);
  assert(status == PanelStatus::done);
  status = solve_transposed(factor_, vectors);
  assert(status == PanelStatus::done);
  x = vectors.to_matrix();
}

template <class Scalar>
VectorOf<Scalar> SiteFactor<Scalar>::posterior_alpha(const MatrixOf<Scalar>& k, const Vector& shift) const {
  const VectorOf<Scalar>& nu = shift.cast<Scalar>();
  VectorOf<Scalar> t = k.template selfadjointView<Eigen::Lower>() * nu;
  t.array() *= root_precision_.array();
  solve_vector(factor_, t);
  solve_vector_transposed(factor_, t);
  return nu - root_precision_.cwiseProduct(t);
}

template <class Scalar>
Vector SiteFactor<Scalar>::marginal_variances(const MatrixOf<Scalar>& k, const StopCheck& stop) const {
  // With 1 - (B^-1)_ii above this, what cancels leaves half the digits of the type.
  constexpr double kCancels = std::is_same_v<Scalar, float> ? 3e-4 : 1e-8;
  const Index n = factor_.rows();
  const Vector of_inverse = squared_norms_of_columns(inverse_);  // diag B^-1
  Vector variance(n);
  std::vector<Index> cancelled;
  for (Index i = 0; i < n; ++i) {
    const double shrunk = 1 - of_inverse(i);  // w_i Sigma_ii
    const auto root = static_cast<double>(root_precision_(i));
    variance(i) = shrunk / (root * root);
    if (!(shrunk > kCancels)) cancelled.push_back(i);
  }
  constexpr std::size_t kBatch = 64;
  MatrixOf<Scalar> columns;
  for (std::size_t begin = 0; begin < cancelled.size(); begin += kBatch) {
    if (stop && stop()) return Vector::Constant(n, std::numeric_limits<double>::quiet_NaN());
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

/// L^-T x for the columns x of L^-1, which are zero above the diagonal: what they become there is not asked for.
template <class Scalar>
bool SiteFactor<Scalar>::visit_inverse(const VisitColumns& visit, const StopCheck& stop) const {
  const Index n = inverse_.rows();
  PanelVectors<Scalar> vectors;
  MatrixOf<Scalar> columns;
  for (Index first = 0; first < n; first += kBlockColumns) {
    const Index count = std::min(kBlockColumns, n - first);
    vectors = PanelVectors<Scalar>(n, count);
    for (Index v = 0; v < count; ++v) {
      for (Index i = first + v; i < n; ++i) vectors(i, v) = inverse_(i, first + v);
    }
    if (solve_transposed(factor_, vectors, stop, first) != PanelStatus::done) return false;
    columns.resize(n, count);
    for (Index v = 0; v < count; ++v) {
      for (Index i = first + v; i < n; ++i) columns(i, v) = vectors(i, v);
    }
    visit(first, columns);
    if (stop && stop()) return false;
  }
  return true;
}

template class SiteFactor<double>;
template class SiteFactor<float>;

}  // namespace lehr

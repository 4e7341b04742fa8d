#include <lehr/priors/sites_ahead.hpp>

#include <Eigen/Dense>

#include <lehr/base/memory.hpp>
#include <lehr/linalg/panel_cholesky.hpp>
#include <lehr/linalg/panel_products.hpp>

namespace lehr {

template <class Scalar>
PanelStatus SitesAhead<Scalar>::look(const PanelMatrix<double>& la, const Vector& precision, const Vector& shift,
                                     const StopCheck& stop) {
  fill_reversed(la, precision);
  const PanelStatus status = gram_cholesky(m_, l_, stop);
  if (has_many_rows(static_cast<std::size_t>(la.rows()))) m_ = {};
  if (status != PanelStatus::done) return status;
  const Index n = la.rows();
  diagonal_.resize(n);
  for (Index i = 0; i < n; ++i) diagonal_(i) = l_(n - 1 - i, n - 1 - i);
  VectorOf<Scalar> reversed = multiply_vector_transposed(la, shift).reverse().template cast<Scalar>();
  solve_vector(l_, reversed);
  offset_ = reversed.reverse().template cast<double>();
  return offset_.allFinite() ? PanelStatus::done : PanelStatus::broken_down;
}

/// M_ij = LA_(n-1-j, n-1-i) sqrt(w_(n-1-j)).
template <class Scalar>
void SitesAhead<Scalar>::fill_reversed(const PanelMatrix<double>& la, const Vector& precision) {
  const Index n = la.rows();
  const Vector root = precision.cwiseSqrt();
  m_.resize(n);
  m_.fill([&](Index i, Index j) { return static_cast<Scalar>(la(n - 1 - j, n - 1 - i) * root(n - 1 - j)); });
}

template class SitesAhead<double>;
template class SitesAhead<float>;

}  // namespace lehr

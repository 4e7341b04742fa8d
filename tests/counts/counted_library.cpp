// The library's sources under other names, and its functions again, each counting before it goes on to its source. An
// archive's member is taken only for what is still missing, so these take the place of the library's own; calls that
// the sources make among themselves, as a recursion does, are not counted.

#define fill_covariance uncounted_fill_covariance
#define cholesky_in_place uncounted_cholesky_in_place
#define inverse_cholesky_in_place uncounted_inverse_cholesky_in_place
#define cholesky uncounted_cholesky
#define gram_cholesky uncounted_gram_cholesky
#define solve_transposed uncounted_solve_transposed
#define cholesky_with_inverse uncounted_cholesky_with_inverse
#define multiply_columns uncounted_multiply_columns
#define multiply_vector uncounted_multiply_vector
#define multiply_vector_transposed uncounted_multiply_vector_transposed
#include <lehr/linalg/cholesky.cpp>
#include <lehr/linalg/panel_cholesky.cpp>
#include <lehr/linalg/panel_products.cpp>
#include <lehr/linalg/panel_triangular.cpp>
#include <lehr/priors/covariance.cpp>
#undef fill_covariance
#undef cholesky_in_place
#undef inverse_cholesky_in_place
#undef cholesky
#undef gram_cholesky
#undef solve_transposed
#undef cholesky_with_inverse
#undef multiply_columns
#undef multiply_vector
#undef multiply_vector_transposed

#include <type_traits>

#include "counts/counted_products.hpp"
#include "counts/work.hpp"

namespace lehr {
namespace {

thread_local counts::Work* counting = nullptr;
thread_local Index counted_rows = 0;
thread_local const counts::AtCall* awaited = nullptr;

void count(int counts::Work::*what, Index rows) {
  if (counting != nullptr && rows == counted_rows) ++(counting->*what);
}

void count_large(int counts::Work::*what, Index rows) {
  if (counting == nullptr || rows != counted_rows) return;
  count(what, rows);
  if (awaited != nullptr && counting->large_calls() == awaited->number) awaited->then();
}

}  // namespace

template <class Scalar>
bool cholesky_in_place(BlockOf<Scalar> a) {
  constexpr bool rough = std::is_same_v<Scalar, float>;
  count_large(rough ? &counts::Work::rough_factorisations : &counts::Work::factorisations, a.rows());
  return uncounted_cholesky_in_place<Scalar>(a);
}

template <class Scalar>
bool inverse_cholesky_in_place(BlockOf<Scalar> a, MatrixOf<Scalar>& scratch) {
  constexpr bool rough = std::is_same_v<Scalar, float>;
  count_large(rough ? &counts::Work::rough_inverses : &counts::Work::inverses, a.rows());
  return uncounted_inverse_cholesky_in_place<Scalar>(a, scratch);
}

template bool cholesky_in_place<double>(BlockOf<double>);
template bool cholesky_in_place<float>(BlockOf<float>);
template bool inverse_cholesky_in_place<double>(BlockOf<double>, MatrixOf<double>&);
template bool inverse_cholesky_in_place<float>(BlockOf<float>, MatrixOf<float>&);

template <class Scalar>
PanelStatus cholesky(PanelMatrix<Scalar>& a, const StopCheck& stop) {
  constexpr bool rough = std::is_same_v<Scalar, float>;
  count_large(rough ? &counts::Work::rough_factorisations : &counts::Work::factorisations, a.rows());
  return uncounted_cholesky(a, stop);
}

template <class Scalar>
PanelStatus cholesky_with_inverse(PanelMatrix<Scalar>& a, PanelMatrix<Scalar>& inverse, const StopCheck& stop) {
  constexpr bool rough = std::is_same_v<Scalar, float>;
  count_large(rough ? &counts::Work::rough_inverses : &counts::Work::inverses, a.rows());
  return uncounted_cholesky_with_inverse(a, inverse, stop);
}

template <class Scalar>
PanelStatus gram_cholesky(const PanelMatrix<Scalar>& m, PanelMatrix<Scalar>& l, const StopCheck& stop) {
  constexpr bool rough = std::is_same_v<Scalar, float>;
  count_large(rough ? &counts::Work::rough_gram_factorisations : &counts::Work::gram_factorisations, m.rows());
  return uncounted_gram_cholesky(m, l, stop);
}

template <class Scalar>
PanelStatus solve_transposed(const PanelMatrix<Scalar>& l, PanelVectors<Scalar>& x, const StopCheck& stop,
                             Index first) {
  count_large(&counts::Work::column_solves, l.rows());
  return uncounted_solve_transposed(l, x, stop, first);
}

template <class Scalar>
VectorOf<Scalar> multiply_vector(const PanelMatrix<Scalar>& l, const VectorOf<Scalar>& x) {
  counts::count_products(l.rows(), 1);
  return uncounted_multiply_vector(l, x);
}

template <class Scalar>
void multiply_columns(const PanelMatrix<Scalar>& l, const Eigen::Ref<const MatrixOf<std::type_identity_t<Scalar>>>& x,
                      MatrixOf<Scalar>& out) {
  counts::count_products(l.rows(), x.cols());
  uncounted_multiply_columns(l, x, out);
}

template <class Scalar>
VectorOf<Scalar> multiply_vector_transposed(const PanelMatrix<Scalar>& l, const VectorOf<Scalar>& x) {
  counts::count_products(l.rows(), 1);
  return uncounted_multiply_vector_transposed(l, x);
}

template PanelStatus cholesky<double>(PanelMatrix<double>&, const StopCheck&);
template PanelStatus cholesky<float>(PanelMatrix<float>&, const StopCheck&);
template PanelStatus cholesky_with_inverse<double>(PanelMatrix<double>&, PanelMatrix<double>&, const StopCheck&);
template PanelStatus cholesky_with_inverse<float>(PanelMatrix<float>&, PanelMatrix<float>&, const StopCheck&);
template PanelStatus gram_cholesky<double>(const PanelMatrix<double>&, PanelMatrix<double>&, const StopCheck&);
template PanelStatus gram_cholesky<float>(const PanelMatrix<float>&, PanelMatrix<float>&, const StopCheck&);
template PanelStatus solve_transposed<double>(const PanelMatrix<double>&, PanelVectors<double>&, const StopCheck&,
                                              Index);
template PanelStatus solve_transposed<float>(const PanelMatrix<float>&, PanelVectors<float>&, const StopCheck&, Index);
template VectorOf<double> multiply_vector<double>(const PanelMatrix<double>&, const VectorOf<double>&);
template VectorOf<float> multiply_vector<float>(const PanelMatrix<float>&, const VectorOf<float>&);
template void multiply_columns<double>(const PanelMatrix<double>&, const Eigen::Ref<const MatrixOf<double>>&,
                                       MatrixOf<double>&);
template void multiply_columns<float>(const PanelMatrix<float>&, const Eigen::Ref<const MatrixOf<float>>&,
                                      MatrixOf<float>&);
template VectorOf<double> multiply_vector_transposed<double>(const PanelMatrix<double>&, const VectorOf<double>&);
template VectorOf<float> multiply_vector_transposed<float>(const PanelMatrix<float>&, const VectorOf<float>&);

void fill_covariance(const Dataset& data, const Covariance& covariance, Matrix& k) {
  count(&counts::Work::covariances, static_cast<Index>(data.rows));
  uncounted_fill_covariance(data, covariance, k);
}

void fill_covariance(const Dataset& data, const Covariance& covariance, std::span<const Index> order,
                     PanelMatrix<double>& k) {
  count(&counts::Work::covariances, static_cast<Index>(data.rows));
  uncounted_fill_covariance(data, covariance, order, k);
}

namespace counts {

void count_products(Index rows, Index vectors) {
  if (vectors >= rows) return;  // a product of matrices
  for (Index i = 0; i < vectors; ++i) count(&Work::vector_products, rows);
}

Work work_of(Index rows, const std::function<void()>& work) { return work_of(rows, {0, {}}, work); }

Work work_of(Index rows, const AtCall& at_call, const std::function<void()>& work) {
  Work result;
  awaited = &at_call;
  counted_rows = rows;
  counting = &result;
  work();
  counting = nullptr;
  awaited = nullptr;
  return result;
}

}  // namespace counts
}  // namespace lehr

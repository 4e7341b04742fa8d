// The library's sources under other names, and its functions again, each counting before it goes on to its source. An
// archive's member is taken only for what is still missing, so these take the place of the library's own; calls that
// the sources make among themselves, as a recursion does, are not counted.

#define fill_covariance uncounted_fill_covariance
#define cholesky_in_place uncounted_cholesky_in_place
#define inverse_cholesky_in_place uncounted_inverse_cholesky_in_place
#define lower_gram_in_place uncounted_lower_gram_in_place
#define reverse_cholesky_in_place uncounted_reverse_cholesky_in_place
#include <lehr/linalg/cholesky.cpp>
#define first_half first_half_of_triangle  // each of the two sources has one for itself
#include <lehr/linalg/triangular.cpp>
#include <lehr/priors/covariance.cpp>
#undef first_half
#undef fill_covariance
#undef cholesky_in_place
#undef inverse_cholesky_in_place
#undef lower_gram_in_place
#undef reverse_cholesky_in_place

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

void lower_gram_in_place(Matrix& l, Matrix& scratch) {
  count_large(&counts::Work::triangular_products, l.rows());
  uncounted_lower_gram_in_place(l, scratch);
}

bool reverse_cholesky_in_place(Matrix& a) {
  count_large(&counts::Work::factorisations, a.rows());
  return uncounted_reverse_cholesky_in_place(a);
}

void fill_covariance(const Dataset& data, const Kernel& kernel, const KernelParameters& parameters, Matrix& k) {
  count(&counts::Work::covariances, static_cast<Index>(data.rows));
  uncounted_fill_covariance(data, kernel, parameters, k);
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

#include <lehr/linalg/cholesky.hpp>

#include <algorithm>

#include <Eigen/Cholesky>
#include <Eigen/Dense>

namespace lehr {
namespace {

constexpr Index kCholeskyLeaf = 64;
constexpr Index kInverseLeaf = 16;

/// Where to split: near the middle, and a multiple of the widest vector so that both halves stay aligned.
Index first_half(Index n) { return (n / 2 + 15) / 16 * 16; }

template <class Scalar>
bool factorise_leaf(BlockOf<Scalar> a) {
  const Eigen::LLT<Eigen::Ref<MatrixOf<Scalar>, 0, Eigen::OuterStride<>>, Eigen::Lower> factor(a);
  // A NaN passes Eigen's test of the pivot's sign.
  return factor.info() == Eigen::Success && a.diagonal().allFinite();
}

/// L^-1 replaces L, column by column from the last.
template <class Scalar>
void invert_leaf(BlockOf<Scalar> l) {
  const Index n = l.rows();
  Eigen::Matrix<Scalar, Eigen::Dynamic, 1, 0, kInverseLeaf, 1> column;
  for (Index j = n - 1; j >= 0; --j) {
    const Scalar inverse = Scalar(1) / l(j, j);
    l(j, j) = inverse;
    const Index below = n - j - 1;
    if (below == 0) continue;
    column = l.col(j).tail(below) * -inverse;
    l.col(j).tail(below).noalias() = l.bottomRightCorner(below, below).template triangularView<Eigen::Lower>() * column;
  }
}

template <class Scalar>
bool inverse_recursion(BlockOf<Scalar> a, BlockOf<Scalar> scratch) {
  const Index n = a.rows();
  if (n <= kInverseLeaf) {
    if (!factorise_leaf<Scalar>(a)) return false;
    invert_leaf<Scalar>(a);
    return true;
  }
  const Index top = first_half(n);
  const Index bottom = n - top;
  BlockOf<Scalar> a11 = a.topLeftCorner(top, top);
  BlockOf<Scalar> a21 = a.bottomLeftCorner(bottom, top);
  BlockOf<Scalar> a22 = a.bottomRightCorner(bottom, bottom);
  BlockOf<Scalar> t = scratch.topLeftCorner(bottom, top);

  if (!inverse_recursion<Scalar>(a11, scratch)) return false;
  t.noalias() = a21 * a11.transpose().template triangularView<Eigen::Upper>();  // L21 = A21 L11^-T
  a22.template selfadjointView<Eigen::Lower>().rankUpdate(t, Scalar(-1));
  a21.noalias() = t * a11.template triangularView<Eigen::Lower>();  // L21 L11^-1
  if (!inverse_recursion<Scalar>(a22, scratch)) return false;
  t = -a21;
  a21.noalias() = a22.template triangularView<Eigen::Lower>() * t;  // -L22^-1 L21 L11^-1
  return true;
}

}  // namespace

template <class Scalar>
bool cholesky_in_place(BlockOf<Scalar> a) {
  const Index n = a.rows();
  if (n <= kCholeskyLeaf) return n == 0 || factorise_leaf<Scalar>(a);
  const Index top = first_half(n);
  const Index bottom = n - top;
  BlockOf<Scalar> a11 = a.topLeftCorner(top, top);
  BlockOf<Scalar> a21 = a.bottomLeftCorner(bottom, top);
  BlockOf<Scalar> a22 = a.bottomRightCorner(bottom, bottom);
  if (!cholesky_in_place<Scalar>(a11)) return false;
  a11.template triangularView<Eigen::Lower>().adjoint().template solveInPlace<Eigen::OnTheRight>(a21);
  a22.template selfadjointView<Eigen::Lower>().rankUpdate(a21, Scalar(-1));
  return cholesky_in_place<Scalar>(a22);
}

template <class Scalar>
bool inverse_cholesky_in_place(BlockOf<Scalar> a, MatrixOf<Scalar>& scratch) {
  // The second half is the larger one at n = 33, 65, …
  const Index top = first_half(a.rows());
  const Index side = std::max(top, a.rows() - top);
  if (scratch.rows() < side || scratch.cols() < side) scratch.resize(side, side);
  return a.rows() == 0 || inverse_recursion<Scalar>(a, scratch);
}

template bool cholesky_in_place<double>(BlockOf<double>);
template bool cholesky_in_place<float>(BlockOf<float>);
template bool inverse_cholesky_in_place<double>(BlockOf<double>, MatrixOf<double>&);
template bool inverse_cholesky_in_place<float>(BlockOf<float>, MatrixOf<float>&);

}  // namespace lehr

#include <lehr/linalg/panel_products.hpp>

#include <Eigen/Dense>

// A panel is a matrix by columns, and so are its part left of the diagonal and its corner: Eigen's products of a matrix
// and a vector suit them. Vectors are filled up by zeros in front, as the rows are.
namespace lehr {
namespace {

template <class Scalar>
using PanelMap = Eigen::Map<const MatrixOf<Scalar>>;

/// All that a panel has left of its corner.
template <class Scalar>
PanelMap<Scalar> left_of(const PanelMatrix<Scalar>& l, Index p) {
  return {l.panel(p), kPanelRows<Scalar>, p * kPanelRows<Scalar>};
}

template <class Scalar>
PanelMap<Scalar> corner_of(const PanelMatrix<Scalar>& l, Index p) {
  return {l.panel(p) + p * kPanelRows<Scalar> * kPanelRows<Scalar>, kPanelRows<Scalar>, kPanelRows<Scalar>};
}

template <class Scalar>
VectorOf<Scalar> filled_up(const PanelMatrix<Scalar>& l, const VectorOf<Scalar>& x) {
  VectorOf<Scalar> result(l.stored_rows());
  result << VectorOf<Scalar>::Zero(l.lead()), x;
  return result;
}

}  // namespace

template <class Scalar>
VectorOf<Scalar> multiply_vector(const PanelMatrix<Scalar>& l, const VectorOf<Scalar>& x) {
  constexpr Index kRows = kPanelRows<Scalar>;
  const VectorOf<Scalar> from = filled_up(l, x);
  VectorOf<Scalar> result(l.stored_rows());
  for (Index p = 0; p < l.panels(); ++p) {
    result.segment(p * kRows, kRows).noalias() =
        PanelMap<Scalar>(l.panel(p), kRows, l.width(p)) * from.head(l.width(p));
  }
  return result.tail(l.rows());
}

/// Only rows and columns that are no filling.
template <class Scalar>
void multiply_columns(const PanelMatrix<Scalar>& l, const Eigen::Ref<const MatrixOf<std::type_identity_t<Scalar>>>& x,
                      MatrixOf<Scalar>& out) {
  constexpr Index kRows = kPanelRows<Scalar>;
  using Part = Eigen::Map<const MatrixOf<Scalar>, 0, Eigen::OuterStride<>>;
  const Index lead = l.lead();
  out.resize(l.rows(), x.cols());
  for (Index p = 0; p < l.panels(); ++p) {
    const Index skipped = p == 0 ? lead : 0;
    const Index width = l.width(p) - lead;
    const Part part(l.panel(p) + lead * kRows + skipped, kRows - skipped, width, Eigen::OuterStride<>(kRows));
    out.middleRows(p * kRows + skipped - lead, kRows - skipped).noalias() = part * x.topRows(width);
  }
}

template <class Scalar>
VectorOf<Scalar> multiply_vector_transposed(const PanelMatrix<Scalar>& l, const VectorOf<Scalar>& x) {
  constexpr Index kRows = kPanelRows<Scalar>;
  const VectorOf<Scalar> from = filled_up(l, x);
  VectorOf<Scalar> result = VectorOf<Scalar>::Zero(l.stored_rows());
  for (Index p = 0; p < l.panels(); ++p) {
    result.head(l.width(p)).noalias() +=
        PanelMap<Scalar>(l.panel(p), kRows, l.width(p)).transpose() * from.segment(p * kRows, kRows);
  }
  return result.tail(l.rows());
}

template <class Scalar>
void solve_vector(const PanelMatrix<Scalar>& l, VectorOf<Scalar>& x) {
  constexpr Index kRows = kPanelRows<Scalar>;
  VectorOf<Scalar> y = filled_up(l, x);
  for (Index p = 0; p < l.panels(); ++p) {
    auto part = y.segment(p * kRows, kRows);
    part.noalias() -= left_of(l, p) * y.head(p * kRows);
    corner_of(l, p).template triangularView<Eigen::Lower>().solveInPlace(part);
  }
  x = y.tail(l.rows());
}

template <class Scalar>
void solve_vector_transposed(const PanelMatrix<Scalar>& l, VectorOf<Scalar>& x) {
  constexpr Index kRows = kPanelRows<Scalar>;
  VectorOf<Scalar> y = filled_up(l, x);
  for (Index p = l.panels() - 1; p >= 0; --p) {
    auto part = y.segment(p * kRows, kRows);
    corner_of(l, p).transpose().template triangularView<Eigen::Upper>().solveInPlace(part);
    y.head(p * kRows).noalias() -= left_of(l, p).transpose() * part;
  }
  x = y.tail(l.rows());
}

template VectorOf<double> multiply_vector<double>(const PanelMatrix<double>&, const VectorOf<double>&);
template VectorOf<float> multiply_vector<float>(const PanelMatrix<float>&, const VectorOf<float>&);
template void multiply_columns<double>(const PanelMatrix<double>&, const Eigen::Ref<const MatrixOf<double>>&,
                                       MatrixOf<double>&);
template void multiply_columns<float>(const PanelMatrix<float>&, const Eigen::Ref<const MatrixOf<float>>&,
                                      MatrixOf<float>&);
template VectorOf<double> multiply_vector_transposed<double>(const PanelMatrix<double>&, const VectorOf<double>&);
template VectorOf<float> multiply_vector_transposed<float>(const PanelMatrix<float>&, const VectorOf<float>&);
template void solve_vector<double>(const PanelMatrix<double>&, VectorOf<double>&);
template void solve_vector<float>(const PanelMatrix<float>&, VectorOf<float>&);
template void solve_vector_transposed<double>(const PanelMatrix<double>&, VectorOf<double>&);
template void solve_vector_transposed<float>(const PanelMatrix<float>&, VectorOf<float>&);

}  // namespace lehr

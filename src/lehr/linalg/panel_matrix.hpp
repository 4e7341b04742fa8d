#pragma once

#include <algorithm>

#include <lehr/linalg/panel_shape.hpp>
#include <lehr/linalg/types.hpp>

namespace lehr {

/// The lower triangle of a square matrix, in row panels: kPanelRows rows each, column by column, up to the panel's last
/// row. A panel serves a product as its left operand (vectors of rows) and as its right one (single entries), so that
/// nothing is ever packed. Takes about n (n + kPanelRows) / 2 numbers.
///
/// Entry (i, j) is stored as (i + lead, j + lead), so that the last panel is full. What is stored besides the triangle
/// is fixed: zeros above the diagonal, and of the identity in the first `lead` rows and columns. The kernels rely on it
/// and keep it; whoever writes elsewhere through panel() calls reset_outside().
template <class Scalar>
class PanelMatrix {
 public:
  PanelMatrix() = default;
  explicit PanelMatrix(Index rows) { resize(rows); }

  /// Does nothing if the size is the same already; else the triangle becomes zero.
  void resize(Index rows) {
    if (rows == rows_) return;
    rows_ = rows;
    storage_ = VectorOf<Scalar>::Zero(offset(panels()));
    reset_outside();
  }

  Index rows() const { return rows_; }
  Index lead() const { return lead_for<Scalar>(rows_); }
  Index panels() const { return panels_for<Scalar>(rows_); }
  Index stored_rows() const { return panels() * kPanelRows<Scalar>; }

  /// Entry (i, j), j <= i.
  Scalar operator()(Index i, Index j) const { return panel((i + lead()) / kPanelRows<Scalar>)[place(i, j)]; }
  Scalar& operator()(Index i, Index j) { return panel((i + lead()) / kPanelRows<Scalar>)[place(i, j)]; }

  /// Stored column 0 of a panel; the next begins kPanelRows further on.
  const Scalar* panel(Index p) const { return storage_.data() + offset(p); }
  Scalar* panel(Index p) { return storage_.data() + offset(p); }
  /// Stored columns of a panel.
  Index width(Index p) const { return (p + 1) * kPanelRows<Scalar>; }

  /// Each entry of the triangle becomes entry(i, j), asked for panel by panel, column by column.
  template <class Entry>
  void fill(Entry&& entry) {
    visit(*this, [&](Index i, Index j, Scalar& value) { value = entry(i, j); });
  }

  /// The lower triangle of `matrix`; its strict upper triangle is not read.
  template <class Other>
  void assign(const MatrixOf<Other>& matrix) {
    resize(matrix.rows());
    fill([&](Index i, Index j) { return static_cast<Scalar>(matrix(i, j)); });
  }

  void set_identity() {
    storage_.setZero();
    for (Index p = 0; p < panels(); ++p) {
      Scalar* corner = panel(p) + p * kPanelRows<Scalar> * kPanelRows<Scalar>;
      for (Index i = 0; i < kPanelRows<Scalar>; ++i) corner[i * (kPanelRows<Scalar> + 1)] = 1;
    }
  }

  /// With zeros above the diagonal.
  MatrixOf<Scalar> to_matrix() const {
    MatrixOf<Scalar> result = MatrixOf<Scalar>::Zero(rows_, rows_);
    visit(*this, [&](Index i, Index j, Scalar value) { result(i, j) = value; });
    return result;
  }

  /// Puts what is fixed back around the triangle.
  void reset_outside() {
    for (Index p = 0; p < panels(); ++p) {
      const Index first = p * kPanelRows<Scalar>;
      for (Index j = 0; j < width(p); ++j) {
        Scalar* column = panel(p) + j * kPanelRows<Scalar>;
        const Index end = j < lead() ? width(p) : j;  // rows of this column that lie outside
        for (Index i = first; i < end; ++i) column[i - first] = Scalar(i == j ? 1 : 0);
      }
    }
  }

 private:
  static Index offset(Index p) { return p * (p + 1) / 2 * kPanelRows<Scalar> * kPanelRows<Scalar>; }
  Index place(Index i, Index j) const { return (j + lead()) * kPanelRows<Scalar> + (i + lead()) % kPanelRows<Scalar>; }

  /// action(i, j, entry) for the whole triangle, in the order of the storage.
  template <class Self, class Action>
  static void visit(Self& self, Action&& action) {
    const Index lead = self.lead();
    for (Index p = 0; p < self.panels(); ++p) {
      const Index first = p * kPanelRows<Scalar>;
      for (Index j = lead; j < self.width(p); ++j) {
        auto* column = self.panel(p) + j * kPanelRows<Scalar>;
        for (Index i = std::max(first, j); i < self.width(p); ++i) action(i - lead, j - lead, column[i - first]);
      }
    }
  }

  Index rows_ = 0;
  VectorOf<Scalar> storage_;
};

}  // namespace lehr

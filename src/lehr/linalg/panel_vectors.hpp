#pragma once

#include <algorithm>

#include <lehr/linalg/panel_shape.hpp>
#include <lehr/linalg/types.hpp>

namespace lehr {

/// Vectors of one length, for solves with many right-hand sides. Vector v is row v of row panels, so that each lane of
/// the arithmetic belongs to one vector: what becomes of it does not depend on the others, to the bit. Entry i is
/// stored as i + lead, as in a PanelMatrix. What fills up panels is zero.
template <class Scalar>
class PanelVectors {
 public:
  PanelVectors() = default;
  PanelVectors(Index length, Index count) { resize(length, count); }

  /// All vectors become zero unless both sizes are the same already.
  void resize(Index length, Index count) {
    if (length == length_ && count == count_) return;
    length_ = length;
    count_ = count;
    storage_ = VectorOf<Scalar>::Zero(panels() * kPanelRows<Scalar> * width(0));
  }

  Index length() const { return length_; }
  Index count() const { return count_; }
  Index lead() const { return lead_for<Scalar>(length_); }
  Index panels() const { return panels_for<Scalar>(count_); }

  /// Entry i of vector v.
  Scalar operator()(Index i, Index v) const { return panel(v / kPanelRows<Scalar>)[place(i, v)]; }
  Scalar& operator()(Index i, Index v) { return panel(v / kPanelRows<Scalar>)[place(i, v)]; }

  /// Stored entries 0 of a panel's vectors; the next begin kPanelRows further on.
  const Scalar* panel(Index p) const { return storage_.data() + p * kPanelRows<Scalar> * width(0); }
  Scalar* panel(Index p) { return storage_.data() + p * kPanelRows<Scalar> * width(0); }
  /// Stored entries of each vector.
  Index width(Index /*panel*/) const { return panels_for<Scalar>(length_) * kPanelRows<Scalar>; }

  /// Each column of `matrix` becomes a vector.
  template <class Other>
  void assign(const MatrixOf<Other>& matrix) {
    constexpr Index kLine = 64 / sizeof(Other);  // entries of a cache line, each of which is read once
    resize(matrix.rows(), matrix.cols());
    for (Index begin = 0; begin < length_; begin += kLine) {
      const Index end = std::min(begin + kLine, length_);
      for (Index v = 0; v < count_; ++v) {
        for (Index i = begin; i < end; ++i) (*this)(i, v) = static_cast<Scalar>(matrix(i, v));
      }
    }
  }

  /// A column for each vector.
  MatrixOf<Scalar> to_matrix() const {
    MatrixOf<Scalar> result(length_, count_);
    for (Index v = 0; v < count_; ++v) {
      for (Index i = 0; i < length_; ++i) result(i, v) = (*this)(i, v);
    }
    return result;
  }

 private:
  Index place(Index i, Index v) const { return (i + lead()) * kPanelRows<Scalar> + v % kPanelRows<Scalar>; }

  Index length_ = 0;
  Index count_ = 0;
  VectorOf<Scalar> storage_;
};

}  // namespace lehr

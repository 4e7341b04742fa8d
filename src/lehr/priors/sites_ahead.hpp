#pragma once

#include <lehr/linalg/panel_matrix.hpp>
#include <lehr/linalg/panel_status.hpp>

namespace lehr {

/// What the sites of rows to come say of the next one. With values t = LA r, r ~ N(0, I), and sites (w, nu) on t, r has
/// the precision
///   C = I + LA' W LA = T' T,   T lower triangular,   and with T' g = LA' nu
/// r_i given r_0 … r_(i-1) is normal with the mean (g_i - sum_{j<i} T_ij r_j) / T_ii and the sd 1 / T_ii.
///
/// T is found from its last row. With J the reversal of the order and the lower triangular M = J LA' W^1/2 J,
///   J C J = I + M M' = L L',   T_ij = L_(n-1-j, n-1-i).
template <class Scalar>
class SitesAhead {
 public:
  /// Two units of cost in this precision.
  [[nodiscard]] PanelStatus look(const PanelMatrix<double>& la, const Vector& precision, const Vector& shift,
                                 const StopCheck& stop);

  const Vector& diagonal() const { return diagonal_; }               // T_ii
  const Vector& offset() const { return offset_; }                   // g
  const PanelMatrix<Scalar>& reversed_factor() const { return l_; }  // J T' J

 private:
  void fill_reversed(const PanelMatrix<double>& la, const Vector& precision);

  PanelMatrix<Scalar> m_;
  PanelMatrix<Scalar> l_;
  Vector diagonal_;
  Vector offset_;
};

}  // namespace lehr

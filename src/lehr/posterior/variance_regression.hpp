#pragma once

#include <cstddef>
#include <vector>

#include <lehr/linalg/types.hpp>
#include <lehr/posterior/state_moments.hpp>

namespace lehr {

/// Variances of the latent without a factorisation for each state. At one row the logarithm of the variance is a smooth
/// function of the parameters alone: a polynomial of them is fitted to its values at some states, the anchors. It is of
/// degree 3 for two parameters, else of degree 2. An approximation, which whoever uses it has to judge.
class VarianceRegression {
 public:
  /// Of states at these parameters, as the sampler has them.
  explicit VarianceRegression(const std::vector<std::vector<double>>& points);

  /// States that lie as far from each other as can be, at least 22 and half as many again as the polynomial has terms.
  const std::vector<std::size_t>& anchors() const { return anchors_; }
  bool is_anchor(std::size_t state) const { return is_anchor_[state]; }

  /// Whether that spares factorisations, also when as many again are made to judge it, twice.
  bool is_worthwhile() const { return anchors_.size() >= terms_ && 3 * anchors_.size() <= is_anchor_.size(); }

  /// Gives the other states their variances; none is above the prior's, which is one number for the state and another
  /// for the row.
  void fill(StateMoments& moments, const std::vector<double>& of_state, const Vector& of_row) const;

 private:
  void choose_anchors(const Matrix& points);

  std::size_t terms_ = 0;
  std::vector<std::size_t> anchors_;
  std::vector<bool> is_anchor_;  // [state]
  Matrix design_;                // states x terms
};

}  // namespace lehr

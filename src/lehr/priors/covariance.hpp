#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include <lehr/data/dataset.hpp>
#include <lehr/linalg/panel_matrix.hpp>
#include <lehr/linalg/types.hpp>
#include <lehr/priors/covariance_parts.hpp>

namespace lehr {

/// The lower triangle of K, written into `k`, which is resized to rows x rows; the strict upper triangle is left as it
/// is. Distances are sums of squared differences, so that equal rows are at distance 0 and data far from the origin
/// lose nothing. O(n^2 d / 2), about a tenth of a factorisation; twice that with linear terms.
void fill_covariance(const Dataset& data, const Covariance& covariance, Matrix& k);

/// The same in row panels, and with the rows in another order: row order[i] of the table is row i.
void fill_covariance(const Dataset& data, const Covariance& covariance, std::span<const Index> order,
                     PanelMatrix<double>& k);

/// Single columns of K, whole; the diagonal's entry may differ from prior_variances by rounding.
class CovarianceColumns {
 public:
  CovarianceColumns(const Dataset& data, const Covariance& covariance);

  void fill(std::size_t column, std::span<double> out) const;

 private:
  Covariance covariance_;
  std::size_t rows_;
  std::vector<double> scaled_;
  Matrix terms_;
};

/// k_ij between row i of `rows` and row j of `others`, written into `k` (rows x others). A column does not depend on
/// the others.
void fill_cross_covariance(const Dataset& rows, const Dataset& others, const Covariance& covariance, Matrix& k);

/// The gradient of log Z in the logarithm of (variance, lengthscales) from S_ij = d log Z / d k_ij, which is
/// sum_ij S_ij d k_ij / d log theta. The symmetric matrix S is given some columns at a time. Terms beside the kernel
/// have no part in it.
class ChainRule {
 public:
  ChainRule(const Dataset& data, const Kernel& kernel, const KernelParameters& parameters);

  /// Columns first, first + 1, … of S, of which only the lower triangle is read.
  void add_columns(Index first, const Matrix& columns);
  const std::vector<double>& gradient() const { return gradient_; }

 private:
  const Dataset& data_;
  const Kernel& kernel_;
  const KernelParameters& parameters_;
  std::vector<double> scaled_;
  std::vector<double> gradient_;
};

}  // namespace lehr

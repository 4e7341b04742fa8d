#include <lehr/priors/dense_draws.hpp>

#include <algorithm>
#include <cstddef>
#include <vector>

#include <Eigen/Dense>

#include <lehr/linalg/panel_products.hpp>

namespace lehr {
namespace {

/// Below this w_i K_ii, (x - e) / sqrt(w) loses more than six digits to cancellation.
constexpr double kTooSmall = 1e-12;

/// Draws of one product: few enough to stay in the second-level cache. Fixed, because the width changes the rounding.
constexpr Index kColumnsAtOnce = 64;

std::vector<Index> rows_with_small_sites(const Matrix& k, const Vector& precision) {
  std::vector<Index> rows;
  for (Index i = 0; i < precision.size(); ++i) {
    if (precision(i) * k(i, i) < kTooSmall) rows.push_back(i);
  }
  return rows;
}

}  // namespace

void draw_by_matheron(const Matrix& u, const Vector& root_precision, const Eigen::Ref<const Matrix>& e,
                      const SolveColumns& solve, Eigen::Ref<Matrix> z, Matrix& x) {
  x = root_precision.asDiagonal() * u + e;
  solve(x);
  z = root_precision.cwiseMax(1e-300).cwiseInverse().asDiagonal() * (x - e);
}

Matrix draw_under_sites(const DensePrior& prior, const Vector& precision, const SiteFactor<double>& factor,
                        const Matrix& normals) {
  const Matrix& k = prior.lower();
  const Vector& root = factor.root_precision();
  const Index n = k.rows();
  const bool has_sites = (precision.array() != 0).any();
  const std::vector<Index> small = rows_with_small_sites(k, precision);
  Matrix small_rows(static_cast<Index>(small.size()), n);  // of K W^1/2
  for (std::size_t r = 0; r < small.size(); ++r) {
    const Index i = small[r];
    auto row = small_rows.row(static_cast<Index>(r));
    row.head(i) = k.row(i).head(i);
    row.tail(n - i) = k.col(i).tail(n - i).transpose();
    row.array() *= root.transpose().array();
  }
  const auto solve = [&](Matrix& x) { factor.solve_in_place(x); };

  Matrix draws(n, normals.cols());
  Matrix u;
  Matrix x;
  Matrix explained;
  for (Index begin = 0; begin < draws.cols(); begin += kColumnsAtOnce) {
    if (prior.stop().stop_requested()) return Matrix::Zero(n, draws.cols());
    const Index width = std::min(kColumnsAtOnce, draws.cols() - begin);
    auto z = draws.middleCols(begin, width);
    multiply_columns(prior.factor(), normals.middleCols(begin, width).topRows(n), u);
    if (!has_sites) {  // Sigma = K
      z = u;
      continue;
    }
    draw_by_matheron(u, root, normals.middleCols(begin, width).bottomRows(n), solve, z, x);
    if (small.empty()) continue;
    explained.noalias() = small_rows * x;
    for (std::size_t r = 0; r < small.size(); ++r)
      z.row(small[r]) = u.row(small[r]) - explained.row(static_cast<Index>(r));
  }
  return draws;
}

}  // namespace lehr

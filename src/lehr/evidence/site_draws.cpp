#include <lehr/evidence/site_draws.hpp>

#include <algorithm>
#include <cstddef>
#include <vector>

#include <Eigen/Dense>

namespace lehr {
namespace {

/// Below this w_i K_ii, (x - e2) / sqrt(w) loses more than six digits to cancellation.
constexpr double kTooSmall = 1e-12;

/// Draws of one product: few enough to stay in the second-level cache. Fixed, because the width changes the rounding.
constexpr Index kColumnsAtOnce = 64;

std::vector<Index> rows_with_small_sites(const Matrix& covariance, const Sites& sites) {
  std::vector<Index> rows;
  for (Index i = 0; i < sites.precision.size(); ++i) {
    if (sites.precision(i) * covariance(i, i) < kTooSmall) rows.push_back(i);
  }
  return rows;
}

}  // namespace

void draw_from_sites(const Matrix& covariance, const SitePosterior& posterior, const Matrix& prior_factor, Matrix& e1,
                     Matrix& e2) {
  const Vector& root = posterior.factor.root_precision();
  const Index n = e1.rows();
  const bool has_sites = (posterior.sites.precision.array() != 0).any();
  const std::vector<Index> small = rows_with_small_sites(covariance, posterior.sites);
  Matrix small_rows(static_cast<Index>(small.size()), n);  // of K W^1/2
  for (std::size_t r = 0; has_sites && r < small.size(); ++r) {
    const Index i = small[r];
    auto row = small_rows.row(static_cast<Index>(r));
    row.head(i) = covariance.row(i).head(i);
    row.tail(n - i) = covariance.col(i).tail(n - i).transpose();
    row.array() *= root.transpose().array();
  }
  const Vector inverse_root = root.cwiseMax(1e-300).cwiseInverse();

  Matrix u;
  Matrix x;
  Matrix direct;
  for (Index begin = 0; begin < e1.cols(); begin += kColumnsAtOnce) {
    const Index width = std::min(kColumnsAtOnce, e1.cols() - begin);
    auto z = e1.middleCols(begin, width);
    const auto noise = e2.middleCols(begin, width);
    u.noalias() = prior_factor.triangularView<Eigen::Lower>() * z;
    if (!has_sites) {  // Sigma = K
      z = u;
      continue;
    }
    x = root.asDiagonal() * u + noise;
    posterior.factor.solve_in_place(x);
    z = inverse_root.asDiagonal() * (x - noise);
    if (small.empty()) continue;
    direct.noalias() = small_rows * x;
    for (std::size_t r = 0; r < small.size(); ++r)
      z.row(small[r]) = u.row(small[r]) - direct.row(static_cast<Index>(r));
  }
}

}  // namespace lehr

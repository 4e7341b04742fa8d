#include <lehr/evidence/site_draws.hpp>

#include <vector>

#include <Eigen/Dense>

namespace lehr {
namespace {

/// Below this w_i K_ii, (x - e2) / sqrt(w) loses more than six digits to cancellation.
constexpr double kTooSmall = 1e-12;

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
  e1 = prior_factor.triangularView<Eigen::Lower>() * e1;       // u
  if ((posterior.sites.precision.array() == 0).all()) return;  // no sites: Sigma = K

  const Vector& root = posterior.factor.root_precision();
  const Index n = e1.rows();
  Matrix x = root.asDiagonal() * e1 + e2;
  posterior.factor.solve_in_place(x);

  const std::vector<Index> small = rows_with_small_sites(covariance, posterior.sites);
  Matrix direct(static_cast<Index>(small.size()), e1.cols());  // z of those rows, from the first form
  if (!small.empty()) {
    Matrix rows(static_cast<Index>(small.size()), n);
    for (std::size_t r = 0; r < small.size(); ++r) {
      const Index i = small[r];
      auto row = rows.row(static_cast<Index>(r));
      row.head(i) = covariance.row(i).head(i);
      row.tail(n - i) = covariance.col(i).tail(n - i).transpose();
      row.array() *= root.transpose().array();
      direct.row(static_cast<Index>(r)) = e1.row(i);
    }
    direct.noalias() -= rows * x;
  }
  const Vector inverse_root = root.cwiseMax(1e-300).cwiseInverse();
  e1 = inverse_root.asDiagonal() * (x - e2);
  for (std::size_t r = 0; r < small.size(); ++r) e1.row(small[r]) = direct.row(static_cast<Index>(r));
}

}  // namespace lehr

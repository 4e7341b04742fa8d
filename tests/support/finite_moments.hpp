#pragma once

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <string_view>
#include <vector>

#include <Eigen/Dense>

#include <support/latent_case.hpp>

// Conditions under which a moment of the weights is finite. A test in standard errors means nothing without the second;
// these tests ask for the fourth, so that the mean of a few thousand weights is close to normal too.
namespace lehr {

constexpr double kMoment = 4;

/// The largest eigenvalue of W^1/2 K W^1/2.
inline double largest_shrinkage(const LatentCase& latent, const Sites& sites) {
  const Vector root = sites.precision.cwiseSqrt();
  const Matrix m = root.asDiagonal() * latent.covariance * root.asDiagonal();
  return Eigen::SelfAdjointEigenSolver<Matrix>(m, Eigen::EigenvaluesOnly).eigenvalues().maxCoeff();
}

/// With log p(y | f) <= 0 moment p of the weight of importance sampling is finite if K^-1 - (p - 1) W is positive
/// definite. A step of annealing from beta_{j+1} to beta_j, made in q exp(beta_{j+1} h), only asks for
/// K^-1 + W - (beta_{j+1} + p (beta_j - beta_{j+1})) W; but few steps do not reach that law before the next, and the
/// weights keep the heavier tails of paths that began in q. So annealing is asked for the same, from which every step's
/// condition follows.
inline bool annealing_has_finite_moment(const LatentCase& latent, const Sites& sites) {
  return (kMoment - 1) * largest_shrinkage(latent, sites) < 1;
}

/// Look-ahead GHK draws t_i ~ N(mc_i, vc_i) truncated and has the weight const prod_i Phi_i exp(w~_i m_i^2 / (2 b_i) +
/// linear), where m = (Lt - D) Lt^-1 t + const and mc = m / b + const. With Phi <= 1 its moment p is finite if
///   sum_i (t_i - mc_i)^2 / vc_i - p w~_i m_i^2 / b_i   is positive definite in t.
inline bool ghk_has_finite_moment(const LatentCase& latent, const SitePosterior& posterior) {
  const Index n = latent.size();
  std::vector<Index> order(latent.y.size());
  std::iota(order.begin(), order.end(), Index{0});
  const auto sureness = [&](Index i) { return latent.y[static_cast<std::size_t>(i)] * posterior.mean(i); };
  std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) { return sureness(a) < sureness(b); });
  Matrix a(n, n);
  Vector site(n);  // w~
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j < n; ++j) {
      const Index row = order[static_cast<std::size_t>(i)];
      const Index column = order[static_cast<std::size_t>(j)];
      a(i, j) = latent.covariance(std::max(row, column), std::min(row, column)) + (i == j);
    }
    const double w = posterior.sites.precision(order[static_cast<std::size_t>(i)]);
    site(i) = w / (1 - w);
  }
  Matrix inverse = a.llt().solve(Matrix::Identity(n, n));
  inverse.diagonal() += site;
  const Matrix sigma = inverse.llt().solve(Matrix::Identity(n, n));
  const Matrix lower = sigma.llt().matrixL();
  Matrix strict = lower;
  strict.diagonal().setZero();
  const Matrix means = strict * lower.triangularView<Eigen::Lower>().solve(Matrix::Identity(n, n));
  Matrix form = Matrix::Zero(n, n);
  for (Index i = 0; i < n; ++i) {
    const double v = lower(i, i) * lower(i, i);
    const double b = 1 - site(i) * v;
    const Eigen::RowVectorXd m = means.row(i);
    Eigen::RowVectorXd away = -m / b;
    away(i) += 1;
    form += away.transpose() * away * (b / v) - kMoment * site(i) / b * m.transpose() * m;
  }
  return Eigen::SelfAdjointEigenSolver<Matrix>(form, Eigen::EigenvaluesOnly).eigenvalues().minCoeff() > 0;
}

/// The Gaussian likelihood falls off on both sides, so that the conditions above hold for it all the more.
inline bool has_finite_moment(std::string_view estimator, const LatentCase& latent, const SitePosterior& posterior) {
  return estimator == "ghk" ? ghk_has_finite_moment(latent, posterior)
                            : annealing_has_finite_moment(latent, posterior.sites);
}

}  // namespace lehr

#pragma once

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <stdexcept>
#include <string_view>
#include <vector>

#include <Eigen/Dense>

#include <support/latent_case.hpp>

// Conditions under which a moment of the weights is finite. A test in standard errors means nothing without the second;
// with the fourth the mean of a few thousand weights is close to normal too.
//
// Where the moment of the weights themselves is infinite, that of the weights in a window may be finite: see Window.
namespace lehr {

/// The factor exp(-precision |state|^2 / 2) at the end of a particle's path: it takes away the far tails of the
/// weights, and E[weight window(state)] is still known, because the window is one more Gaussian factor of the prior.
struct Window {
  double precision = 0;  // 0: no window
};

/// With log p(y | f) <= 0 moment p of the weight of importance sampling, in a window of precision a, is finite if
/// K^-1 - (p - 1) W + p a I is positive definite, that is, if L' ((p - 1) W - p a I) L has no eigenvalue above 1.
///
/// Annealing is asked for the same. A step from beta_{j+1} to beta_j, made in q exp(beta_{j+1} h), would ask for less:
/// K^-1 + W - (beta_{j+1} + p (beta_j - beta_{j+1})) W. But an elliptical slice move far out, where h grows like
/// f'Wf / 2, has to stay where h is no smaller than before but for an exponential variable, and goes only about 1 / |f|
/// far: a path that begins far out in q ends there, with the weight of importance sampling.
inline bool annealing_has_finite_moment(double moment, const LatentCase& latent, const Sites& sites,
                                        const Window& window = {}) {
  const Matrix l = latent.prior_factor.triangularView<Eigen::Lower>();
  const Vector growth = ((moment - 1) * sites.precision).array() - moment * window.precision;
  const Matrix m = l.transpose() * growth.asDiagonal() * l;
  return Eigen::SelfAdjointEigenSolver<Matrix>(m, Eigen::EigenvaluesOnly).eigenvalues().maxCoeff() < 1;
}

/// Look-ahead draws t_i from N(mc_i, vc_i) times the response's density, of mass Z_i, and has the weight
/// const prod_i Z_i exp(w~_i m_i^2 / (2 b_i) + linear), where m = (Lt - D) Lt^-1 t + const and mc = m / b + const. With
/// densities of at most 1 its moment p in a window of precision a is finite if
///   sum_i (t_i - mc_i)^2 / vc_i - p w~_i m_i^2 / b_i + p a t_i^2   is positive definite in t.
inline bool look_ahead_has_finite_moment(double moment, const LatentCase& latent, const SitePosterior& posterior,
                                         const Window& window = {}) {
  const Index n = latent.size();
  const double noise = latent.likelihood.noise();
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
      a(i, j) = latent.covariance(std::max(row, column), std::min(row, column)) + (i == j ? noise : 0);
    }
    const double w = posterior.sites.precision(order[static_cast<std::size_t>(i)]);
    site(i) = w / (1 - noise * w);
  }
  Matrix inverse = a.llt().solve(Matrix::Identity(n, n));
  inverse.diagonal() += site;
  const Matrix sigma = inverse.llt().solve(Matrix::Identity(n, n));
  const Matrix lower = sigma.llt().matrixL();
  Matrix strict = lower;
  strict.diagonal().setZero();
  const Matrix means = strict * lower.triangularView<Eigen::Lower>().solve(Matrix::Identity(n, n));
  Matrix form = moment * window.precision * Matrix::Identity(n, n);
  for (Index i = 0; i < n; ++i) {
    const double v = lower(i, i) * lower(i, i);
    const double b = 1 - site(i) * v;
    const Eigen::RowVectorXd m = means.row(i);
    Eigen::RowVectorXd away = -m / b;
    away(i) += 1;
    form += away.transpose() * away * (b / v) - moment * site(i) / b * m.transpose() * m;
  }
  return Eigen::SelfAdjointEigenSolver<Matrix>(form, Eigen::EigenvaluesOnly).eigenvalues().minCoeff() > 0;
}

/// The Gaussian likelihood falls off on both sides, so that the conditions above hold for it all the more.
inline bool has_finite_moment(double moment, std::string_view estimator, const LatentCase& latent,
                              const SitePosterior& posterior, const Window& window = {}) {
  return estimator == "look-ahead" ? look_ahead_has_finite_moment(moment, latent, posterior, window)
                                   : annealing_has_finite_moment(moment, latent, posterior.sites, window);
}

/// The widest window, from none downwards, in which the moment is finite.
inline Window widest_window(double moment, std::string_view estimator, const LatentCase& latent,
                            const SitePosterior& posterior) {
  Window window;
  while (!has_finite_moment(moment, estimator, latent, posterior, window)) {
    window.precision = window.precision == 0 ? 1e-3 : 1.25 * window.precision;
    if (window.precision > 1e6) throw std::logic_error("no window has a finite moment");
  }
  return window;
}

}  // namespace lehr

#include "support/finite_moments.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <stdexcept>
#include <vector>

#include <Eigen/Dense>

namespace lehr {

bool annealing_has_finite_moment(double moment, const LatentCase& latent, const Sites& sites, const Window& window) {
  const Matrix l = latent.prior_factor.triangularView<Eigen::Lower>();
  const Vector growth = ((moment - 1) * sites.precision).array() - moment * window.precision;
  const Matrix m = l.transpose() * growth.asDiagonal() * l;
  return Eigen::SelfAdjointEigenSolver<Matrix>(m, Eigen::EigenvaluesOnly).eigenvalues().maxCoeff() < 1;
}

bool look_ahead_has_finite_moment(double moment, const LatentCase& latent, const SitePosterior& posterior,
                                  const Window& window) {
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

bool has_finite_moment(double moment, std::string_view estimator, const LatentCase& latent,
                       const SitePosterior& posterior, const Window& window) {
  return estimator == "look-ahead" ? look_ahead_has_finite_moment(moment, latent, posterior, window)
                                   : annealing_has_finite_moment(moment, latent, posterior.sites, window);
}

Window widest_window(double moment, std::string_view estimator, const LatentCase& latent,
                     const SitePosterior& posterior) {
  Window window;
  while (!has_finite_moment(moment, estimator, latent, posterior, window)) {
    window.precision = window.precision == 0 ? 1e-3 : 1.25 * window.precision;
    if (window.precision > 1e6) throw std::logic_error("no window has a finite moment");
  }
  return window;
}

}  // namespace lehr

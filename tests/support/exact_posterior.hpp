#pragma once

#include <cmath>
#include <cstddef>
#include <functional>
#include <numbers>
#include <vector>

#include <lehr/model/model.hpp>
#include <lehr/priors/covariance.hpp>

namespace lehr::test {

/// Posterior means of tables so small that integrals give them.
struct PosteriorMeans {
  double log_variance = 0;
  double log_lengthscale = 0;
  std::vector<double> latents;
};

/// p(y | theta) and the mean of the latents given theta, at one covariance (its lower triangle).
struct GivenTheta {
  double evidence = 0;
  std::vector<double> latents;
};

/// Probit for two or three rows. With A = K + I and rho the correlations of D A D, D = diag(y),
///   p(y | theta) = 1/4 + asin(rho) / (2 pi),   1/8 + (asin(rho_12) + asin(rho_13) + asin(rho_23)) / (4 pi).
/// The mean latent is K g, g_i = d log p(y | theta) / d m_i with m a shift of the latents. That is y_i N(0) /
/// sqrt(A_ii) times the probability that the other rows keep to their sides at t_i = 0, over p(y | theta).
inline GivenTheta probit_given_theta(const Matrix& k, const std::vector<double>& y) {
  const auto n = static_cast<Index>(y.size());
  const Matrix full = k.selfadjointView<Eigen::Lower>();
  const auto signed_a = [&](Index i, Index j) {
    return y[static_cast<std::size_t>(i)] * y[static_cast<std::size_t>(j)] * full(i, j) + (i == j ? 1 : 0);
  };
  const auto half_and = [](double rho) { return 0.25 + std::asin(rho) / (2 * std::numbers::pi); };
  const auto rho = [&](Index i, Index j) { return signed_a(i, j) / std::sqrt(signed_a(i, i) * signed_a(j, j)); };
  GivenTheta result;
  Vector gradient(n);
  for (Index i = 0; i < n; ++i) {
    double others = 0.5;
    if (n == 3) {
      const Index j = (i + 1) % 3;
      const Index l = (i + 2) % 3;
      others = half_and((rho(j, l) - rho(i, j) * rho(i, l)) /
                        std::sqrt((1 - rho(i, j) * rho(i, j)) * (1 - rho(i, l) * rho(i, l))));
    }
    constexpr double kNormalAtZero = 0.3989422804014327;
    gradient(i) = y[static_cast<std::size_t>(i)] * kNormalAtZero / std::sqrt(signed_a(i, i)) * others;
  }
  result.evidence =
      n == 2 ? half_and(rho(0, 1))
             : 0.125 + (std::asin(rho(0, 1)) + std::asin(rho(0, 2)) + std::asin(rho(1, 2))) / (4 * std::numbers::pi);
  const Vector mean = full * gradient / result.evidence;
  result.latents.assign(mean.data(), mean.data() + n);
  return result;
}

/// Logit for two rows: sums over a grid of z with f = L z, K = L L'.
inline GivenTheta logit_given_theta(const Matrix& k, const std::vector<double>& y) {
  constexpr double kStep = 0.2;
  constexpr double kFurthest = 6;
  const double l11 = std::sqrt(k(0, 0));
  const double l21 = k(1, 0) / l11;
  const double l22 = std::sqrt(std::max(k(1, 1) - l21 * l21, 0.0));
  GivenTheta sum{0, {0, 0}};
  double total = 0;
  for (double z1 = -kFurthest; z1 <= kFurthest; z1 += kStep) {
    const double f1 = l11 * z1;
    const double first = std::exp(-0.5 * z1 * z1);
    const double p1 = 1 / (1 + std::exp(-y[0] * f1));
    for (double z2 = -kFurthest; z2 <= kFurthest; z2 += kStep) {
      const double f2 = l21 * z1 + l22 * z2;
      const double weight = first * std::exp(-0.5 * z2 * z2);
      const double joint = weight * p1 / (1 + std::exp(-y[1] * f2));
      total += weight;
      sum.evidence += joint;
      sum.latents[0] += joint * f1;
      sum.latents[1] += joint * f2;
    }
  }
  for (double& latent : sum.latents) latent /= sum.evidence;
  sum.evidence /= total;
  return sum;
}

/// Sums over a grid of (log variance, log lengthscale) that holds the prior's tails.
inline PosteriorMeans integrate_posterior(
    const Dataset& data, const Model& model, double step,
    const std::function<GivenTheta(const Matrix& k, const std::vector<double>& y)>& given_theta) {
  PosteriorMeans sum;
  sum.latents.assign(data.rows, 0);
  double total = 0;
  Matrix k;
  for (double log_variance = -14; log_variance < 7; log_variance += step) {
    for (double log_lengthscale = -16; log_lengthscale < 4; log_lengthscale += step) {
      const std::vector<double> log_theta = {log_variance, log_lengthscale};
      fill_covariance(data, model.covariance(model.theta_at(log_theta)), k);
      const GivenTheta given = given_theta(k, signs_of(data.responses));
      const double weight = std::exp(model.space().log_prior(log_theta)) * given.evidence;
      total += weight;
      sum.log_variance += weight * log_variance;
      sum.log_lengthscale += weight * log_lengthscale;
      for (std::size_t i = 0; i < data.rows; ++i) sum.latents[i] += weight * given.latents[i];
    }
  }
  sum.log_variance /= total;
  sum.log_lengthscale /= total;
  for (double& latent : sum.latents) latent /= total;
  return sum;
}

}  // namespace lehr::test

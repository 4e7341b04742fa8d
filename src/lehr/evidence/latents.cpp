#include <lehr/evidence/latents.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include <lehr/evidence/site_draws.hpp>
#include <lehr/linalg/jitter.hpp>
#include <lehr/math/normal.hpp>
#include <lehr/random/distributions.hpp>
#include <lehr/sites/approximation.hpp>

namespace lehr {

namespace {

std::optional<Vector> draw_dense(const Matrix& covariance, Sites sites, Stream& stream) {
  Matrix prior_factor;
  const std::optional<double> jitter = factorise_with_jitter(covariance, prior_factor);
  if (!jitter) return std::nullopt;
  Matrix jittered = covariance;  // the covariance of the mean and of the draw alike
  jittered.diagonal().array() += *jitter;
  SitePosterior posterior;
  posterior.sites = std::move(sites);
  if (!posterior.complete(jittered)) return std::nullopt;
  const Index n = covariance.rows();
  Matrix e1(n, 1);
  Matrix e2(n, 1);
  fill_normal(stream, {e1.data(), static_cast<std::size_t>(n)});
  fill_normal(stream, {e2.data(), static_cast<std::size_t>(n)});
  draw_from_sites(jittered, posterior, prior_factor, e1, e2);
  return posterior.mean + e1.col(0);
}

std::optional<Vector> draw_factored(const Covariance& covariance, Sites sites, Stream& stream) {
  SitePosterior posterior;
  posterior.sites = std::move(sites);
  if (!posterior.complete(covariance)) return std::nullopt;
  Matrix e(covariance.matrix().cols(), 1);
  fill_normal(stream, {e.data(), static_cast<std::size_t>(e.size())});
  return posterior.mean + posterior.factor.draw(covariance, std::move(e)).col(0);
}

}  // namespace

std::optional<Vector> draw_latent_from_sites(const Covariance& covariance, Sites sites, Stream& stream) {
  return covariance.is_factored() ? draw_factored(covariance, std::move(sites), stream)
                                  : draw_dense(covariance.matrix(), std::move(sites), stream);
}

Vector draw_noisy_latent(std::span<const double> y, const Vector& latent, Stream& stream) {
  Vector noisy(latent.size());
  for (Index i = 0; i < latent.size(); ++i) {
    const double sign = y[static_cast<std::size_t>(i)];
    const double centre = sign * latent(i);
    const double x = normal_quantile_of_log(log_normal_cdf(centre) + std::log(draw_uniform(stream)));
    noisy(i) = sign * std::max(centre - x, 0.0);
  }
  return noisy;
}

}  // namespace lehr

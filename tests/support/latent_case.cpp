#include "support/latent_case.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <stdexcept>
#include <utility>

#include <Eigen/Dense>

#include <lehr/random/distributions.hpp>

namespace lehr {

LatentCase::LatentCase(Matrix k, std::vector<double> labels, const Likelihood& l)
    : covariance(std::move(k)), y(std::move(labels)), likelihood(l) {
  covariance = Matrix(covariance.selfadjointView<Eigen::Lower>());
  lower = covariance;
  lower.triangularView<Eigen::StrictlyUpper>().setConstant(std::numeric_limits<double>::quiet_NaN());
  prior.matrix() = lower;
  if (!prior.prepare_draws()) throw std::logic_error("the covariance has no factor");
  lower = prior.lower();
  prior_factor = prior.factor().to_matrix();
  jitter = prior.jitter();
  covariance.diagonal().array() += jitter;
  respond(y);
}

void LatentCase::respond(std::vector<double> labels) {
  y = std::move(labels);
  density = testing_support::density_of(likelihood, y);
}

double uniform_between(Stream& stream, double low, double high) { return low + (high - low) * draw_uniform(stream); }

Matrix random_covariance(Index n, double scale, Stream& stream) {
  Matrix a(n, n);
  for (Index j = 0; j < n; ++j) fill_normal(stream, {a.col(j).data(), static_cast<std::size_t>(n)});
  Matrix k = scale / static_cast<double>(n) * a * a.transpose();
  k.diagonal().array() += 0.02 * scale;
  return k;
}

std::vector<double> random_labels(Index n, Stream& stream) {
  std::vector<double> y;
  for (Index i = 0; i < n; ++i) y.push_back(draw_uniform(stream) < 0.5 ? -1 : 1);
  return y;
}

SitePosterior with_sites(const LatentCase& latent, Vector precision, Vector shift) {
  SitePosterior posterior;
  posterior.begin(latent.prior);
  posterior.sites = {std::move(precision), std::move(shift)};
  if (!posterior.complete()) throw std::logic_error("the sites have no factor");
  return posterior;
}

SitePosterior fitted(const LatentCase& latent, const std::string& approximation, std::optional<int> sweeps) {
  SitePosterior posterior;
  if (!approximations::named(approximation).fit(latent.problem(), {.sweeps = sweeps}, posterior)) {
    throw std::logic_error("the fit broke down");
  }
  return posterior;
}

SitePosterior sites_by_name(const LatentCase& latent, const std::string& name, Stream& stream) {
  if (name == "one sweep") return fitted(latent, "ep", 1);
  if (name != "wrong") return fitted(latent, name);
  Vector precision(latent.size());
  Vector shift(latent.size());
  for (Index i = 0; i < latent.size(); ++i) {
    precision(i) = uniform_between(stream, 0, 0.9);
    shift(i) = draw_normal(stream);
  }
  // The weights contain exp(-nu'f): much stronger shifts make them so skew that a mean of thousands is not normal.
  const double strength = shift.dot(latent.covariance * shift);
  if (strength > 0.5) shift *= std::sqrt(0.5 / strength);
  return with_sites(latent, precision, shift);
}

Particles run_particles(const Estimator& estimator, const LatentCase& latent, const SitePosterior& posterior,
                        const Ladder& ladder, std::size_t count, std::uint64_t seed) {
  const auto prepared = estimator.prepare({latent.problem(), posterior, ladder});
  if (prepared == nullptr) throw std::logic_error("the estimator broke down");
  Particles all{std::vector<double>(count), Matrix(latent.size(), static_cast<Index>(count))};
  for (std::size_t begin = 0; begin < count; begin += prepared->block_size()) {
    const std::size_t width = std::min(prepared->block_size(), count - begin);
    std::vector<ParticleKey> keys(width);
    for (std::size_t i = 0; i < width; ++i) keys[i] = {.seed = seed, .particle = begin + i};
    Matrix states;
    prepared->run(keys, std::span(all.log_weights).subspan(begin, width), states);
    all.states.middleCols(static_cast<Index>(begin), static_cast<Index>(width)) = states;
  }
  return all;
}

}  // namespace lehr

#include <lehr/parameters/parameter.hpp>

#include <cassert>
#include <cmath>

#include <lehr/math/gamma_distribution.hpp>
#include <lehr/math/log_gamma.hpp>
#include <lehr/math/normal.hpp>
#include <lehr/random/distributions.hpp>

namespace lehr {
namespace {

// Of l = log x with x ~ Gamma(a, b): a l - b exp(l) + a log b - log Gamma(a).
double log_density(const GammaPrior& prior, double u) {
  const auto [shape, rate] = prior;
  return shape * u - rate * std::exp(u) + shape * std::log(rate) - log_gamma(shape);
}
double reach(const GammaPrior& prior) { return std::log((prior.shape + 2 * std::sqrt(prior.shape)) / prior.rate); }
double slope(const GammaPrior& prior, double u) { return prior.shape - prior.rate * std::exp(u); }
double quantile(const GammaPrior& prior, double probability) {
  return log_gamma_quantile(prior.shape, probability) - std::log(prior.rate);
}
double probability(const GammaPrior& prior, double u) { return log_gamma_cdf(prior.shape, u + std::log(prior.rate)); }
double draw(const GammaPrior& prior, Stream& stream) {
  return draw_log_gamma(stream, prior.shape) - std::log(prior.rate);
}

double log_density(const NormalPrior& prior, double u) {
  const double z = (u - prior.mean) / prior.sd;
  return -0.5 * z * z - std::log(prior.sd) - kHalfLogTwoPi;
}
double reach(const NormalPrior& prior) { return prior.mean + 2 * prior.sd; }
double slope(const NormalPrior& prior, double u) { return (prior.mean - u) / (prior.sd * prior.sd); }
double quantile(const NormalPrior& prior, double probability) {
  return prior.mean + prior.sd * normal_quantile_of_log(std::log(probability));
}
double probability(const NormalPrior& prior, double u) { return std::exp(log_normal_cdf((u - prior.mean) / prior.sd)); }
double draw(const NormalPrior& prior, Stream& stream) { return prior.mean + prior.sd * draw_normal(stream); }

}  // namespace

double Parameter::natural(double u) const { return transform == Transform::log ? std::exp(u) : u; }

double Parameter::free(double theta) const { return transform == Transform::log ? std::log(theta) : theta; }

bool Parameter::allows(double theta) const {
  return transform == Transform::log ? theta > 0 && std::isnormal(theta) : std::isfinite(theta);
}

double Parameter::log_prior(double u) const {
  assert(transform == Transform::log || std::holds_alternative<NormalPrior>(prior));
  return std::visit([&](const auto& p) { return log_density(p, u); }, prior);
}

double Parameter::log_prior_slope(double u) const {
  return std::visit([&](const auto& p) { return slope(p, u); }, prior);
}

double Parameter::draw_prior(Stream& stream) const {
  return std::visit([&](const auto& p) { return draw(p, stream); }, prior);
}

double Parameter::prior_probability(double u) const {
  return std::visit([&](const auto& p) { return probability(p, u); }, prior);
}

double Parameter::prior_quantile(double probability) const {
  return std::visit([&](const auto& p) { return quantile(p, probability); }, prior);
}

double Parameter::prior_density(double theta) const {
  if (transform == Transform::identity) return std::exp(log_prior(theta));
  return theta > 0 ? std::exp(log_prior(std::log(theta))) / theta : 0;
}

double Parameter::prior_reach() const {
  return natural(std::visit([](const auto& p) { return reach(p); }, prior));
}

}  // namespace lehr

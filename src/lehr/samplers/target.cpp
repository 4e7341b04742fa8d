#include <lehr/samplers/target.hpp>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include <lehr/base/errors.hpp>

namespace lehr {
namespace {

/// log Z_EP does not change to first order with the sites, so a few sweeps give it well enough to tune on: six to 0.001
/// by `lehr evidence data/glass.csv --variance 15 --lengthscale 3.8 --estimator approximation --ep-sweeps 6`.
constexpr int kSweeps = 6;

}  // namespace

const Approximation& tuning_approximation(std::string_view name) {
  const Approximation& approximation = approximations::named(name);
  if (approximation.has_evidence()) return approximation;
  throw UsageError("the approximation '" + std::string(name) + "' has no evidence to tune on; choose laplace or ep");
}

DeterministicTarget::DeterministicTarget(const Dataset& data, const Model& model, const Approximation& approximation,
                                         std::stop_token stop)
    : data_(data), model_(model), method_{approximation, kSweeps, nullptr, {}}, stop_(std::move(stop)) {}

std::optional<double> DeterministicTarget::log_density(std::span<const double> log_theta) {
  if (!Model::is_computable(log_theta)) return std::nullopt;
  const double log_prior = model_.space().log_prior(log_theta);
  if (!at_theta_.prepare(data_, model_, model_.theta_at(log_theta), method_, {.stop = stop_})) return std::nullopt;
  const std::optional<double> log_evidence = at_theta_.approximation_log_evidence();
  if (!log_evidence || !std::isfinite(*log_evidence)) return std::nullopt;
  return log_prior + *log_evidence;
}

std::optional<DeterministicTarget::Value> DeterministicTarget::with_slope(std::span<const double> log_theta) {
  if (!Model::is_computable(log_theta)) return std::nullopt;
  if (!at_theta_.prepare_for_slope(data_, model_, model_.theta_at(log_theta), method_, {.stop = stop_}))
    return std::nullopt;
  const std::optional<double> log_evidence = at_theta_.approximation_log_evidence();
  if (!log_evidence || !std::isfinite(*log_evidence)) return std::nullopt;
  const SitePosterior& posterior = at_theta_.posterior();
  Value value{model_.space().log_prior(log_theta) + *log_evidence, {}, {posterior.sites, posterior.mean}};
  const std::optional<std::vector<double>> slope = at_theta_.approximation_slope();
  if (!slope && stop_.stop_requested()) return std::nullopt;  // it has not broken down
  if (!slope || slope->size() != log_theta.size()) return value;
  value.slope = model_.space().log_prior_gradient(log_theta);
  for (std::size_t k = 0; k < slope->size(); ++k) value.slope[k] += (*slope)[k];
  if (!std::all_of(value.slope.begin(), value.slope.end(), [](double s) { return std::isfinite(s); }))
    value.slope.clear();
  return value;
}

}  // namespace lehr

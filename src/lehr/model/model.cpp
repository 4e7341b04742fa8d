#include <lehr/model/model.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

#include <lehr/base/errors.hpp>
#include <lehr/model/computable.hpp>

namespace lehr {
namespace {

std::vector<Parameter> kernel_parameters(const ModelSettings& settings, std::span<const std::string> feature_names) {
  const std::size_t features = feature_names.size();
  const double default_rate =
      settings.ard ? 1.0 : 1.0 / std::sqrt(static_cast<double>(std::max<std::size_t>(features, 1)));
  const GammaPrior lengthscale_prior = settings.lengthscale_prior.value_or(GammaPrior{1.0, default_rate});
  std::vector<Parameter> parameters = {{.name = "variance", .prior = settings.variance_prior}};
  if (settings.ard) {
    for (const std::string& feature : feature_names) {
      parameters.push_back({.name = "lengthscale[" + feature + "]", .prior = lengthscale_prior});
    }
  } else {
    parameters.push_back({.name = "lengthscale", .prior = lengthscale_prior});
  }
  return parameters;
}

}  // namespace

Model::Model(const ModelSettings& settings, std::span<const std::string> feature_names)
    : kernel_(kernels::named(settings.kernel)),
      likelihood_(likelihoods::named(settings.likelihood)),
      intercept_(settings.intercept),
      linear_(settings.linear) {
  settings.check();
  if (intercept_ > 0) coefficients_.emplace_back("intercept");
  if (linear_ > 0) {
    for (const std::string& feature : feature_names) coefficients_.push_back("slope[" + feature + "]");
  }
  std::vector<Parameter> parameters = kernel_parameters(settings, feature_names);
  lengthscales_ = parameters.size() - 1;
  for (Parameter& own : likelihood_.parameters()) parameters.push_back(std::move(own));
  space_ = ParameterSpace(std::move(parameters));
}

KernelParameters Model::theta(std::span<const double> natural) const {
  const auto lengthscales = natural.subspan(1, lengthscales_);
  const auto own = natural.subspan(1 + lengthscales_);
  return {natural[0], {lengthscales.begin(), lengthscales.end()}, {own.begin(), own.end()}};
}

std::vector<double> Model::natural(const KernelParameters& theta) const {
  std::vector<double> values{theta.variance};
  values.insert(values.end(), theta.lengthscales.begin(), theta.lengthscales.end());
  const std::vector<double> own =
      theta.likelihood.empty() ? likelihoods::usual_parameters(likelihood_) : theta.likelihood;
  values.insert(values.end(), own.begin(), own.end());
  return values;
}

bool Model::is_computable(std::span<const double> u) {
  for (std::size_t i = 0; i < u.size(); ++i) {
    const auto [lowest, highest] = computable_range(i);
    if (!(lowest < u[i] && u[i] < highest)) return false;
  }
  return true;
}

std::unique_ptr<RowDensity> Model::density(const Responses& responses, const KernelParameters& theta) const {
  if (responses.kind != likelihood_.responds_to()) {
    throw UsageError("the likelihood '" + std::string(likelihood_.name()) +
                     "' does not answer to responses of this kind");
  }
  return likelihood_.at(responses,
                        theta.likelihood.empty() ? likelihoods::usual_parameters(likelihood_) : theta.likelihood);
}

}  // namespace lehr

#include <lehr/model/model.hpp>

#include <algorithm>
#include <cmath>

#include <lehr/math/log_gamma.hpp>
#include <lehr/random/distributions.hpp>

namespace lehr {

Model::Model(const ModelSettings& settings, std::span<const std::string> feature_names)
    : kernel_(kernels::named(settings.kernel)), likelihood_(likelihoods::named(settings.likelihood)) {
  settings.check();
  const std::size_t features = feature_names.size();
  const double default_rate =
      settings.ard ? 1.0 : 1.0 / std::sqrt(static_cast<double>(std::max<std::size_t>(features, 1)));
  const GammaPrior lengthscale_prior = settings.lengthscale_prior.value_or(GammaPrior{1.0, default_rate});
  priors_.push_back(settings.variance_prior);
  names_.emplace_back("variance");
  if (settings.ard) {
    for (const std::string& feature : feature_names) {
      priors_.push_back(lengthscale_prior);
      names_.push_back("lengthscale[" + feature + "]");
    }
  } else {
    priors_.push_back(lengthscale_prior);
    names_.emplace_back("lengthscale");
  }
}

KernelParameters Model::parameters(std::span<const double> log_theta) const {
  KernelParameters result{std::exp(log_theta[0]), {}};
  for (const double l : log_theta.subspan(1)) result.lengthscales.push_back(std::exp(l));
  return result;
}

std::vector<double> Model::log_theta(const KernelParameters& parameters) const {
  std::vector<double> result{std::log(parameters.variance)};
  for (const double lengthscale : parameters.lengthscales) result.push_back(std::log(lengthscale));
  return result;
}

double Model::log_prior(std::span<const double> log_theta) const {
  double total = 0;
  for (std::size_t k = 0; k < priors_.size(); ++k) {
    const auto [shape, rate] = priors_[k];
    total += shape * log_theta[k] - rate * std::exp(log_theta[k]) + shape * std::log(rate) - log_gamma(shape);
  }
  return total;
}

std::vector<double> Model::log_prior_gradient(std::span<const double> log_theta) const {
  std::vector<double> gradient;
  for (std::size_t k = 0; k < priors_.size(); ++k) {
    gradient.push_back(priors_[k].shape - priors_[k].rate * std::exp(log_theta[k]));
  }
  return gradient;
}

std::vector<double> Model::draw_prior(Stream& stream) const {
  std::vector<double> log_theta;
  for (const auto& [shape, rate] : priors_) log_theta.push_back(draw_log_gamma(stream, shape) - std::log(rate));
  return log_theta;
}

bool Model::is_computable(std::span<const double> log_theta) {
  constexpr double kLargestLogVariance = 25;
  constexpr double kLargest = 300;
  if (!(log_theta[0] < kLargestLogVariance)) return false;
  return std::all_of(log_theta.begin(), log_theta.end(), [](double l) { return std::abs(l) < kLargest; });
}

}  // namespace lehr

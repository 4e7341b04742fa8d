#include <lehr/parameters/parameter_space.hpp>

#include <utility>

namespace lehr {

ParameterSpace::ParameterSpace(std::vector<Parameter> parameters) : parameters_(std::move(parameters)) {
  for (const Parameter& parameter : parameters_) names_.push_back(parameter.name);
}

std::vector<double> ParameterSpace::natural(std::span<const double> u) const {
  std::vector<double> theta;
  for (std::size_t k = 0; k < u.size(); ++k) theta.push_back(parameters_[k].natural(u[k]));
  return theta;
}

std::vector<double> ParameterSpace::free(std::span<const double> theta) const {
  std::vector<double> u;
  for (std::size_t k = 0; k < theta.size(); ++k) u.push_back(parameters_[k].free(theta[k]));
  return u;
}

bool ParameterSpace::allows(std::span<const double> theta) const {
  if (theta.size() != size()) return false;
  for (std::size_t k = 0; k < theta.size(); ++k) {
    if (!parameters_[k].allows(theta[k])) return false;
  }
  return true;
}

double ParameterSpace::log_prior(std::span<const double> u) const {
  double total = 0;
  for (std::size_t k = 0; k < u.size(); ++k) total += parameters_[k].log_prior(u[k]);
  return total;
}

std::vector<double> ParameterSpace::log_prior_gradient(std::span<const double> u) const {
  std::vector<double> gradient;
  for (std::size_t k = 0; k < u.size(); ++k) gradient.push_back(parameters_[k].log_prior_slope(u[k]));
  return gradient;
}

std::vector<double> ParameterSpace::draw_prior(Stream& stream) const {
  std::vector<double> u;
  for (const Parameter& parameter : parameters_) u.push_back(parameter.draw_prior(stream));
  return u;
}

}  // namespace lehr

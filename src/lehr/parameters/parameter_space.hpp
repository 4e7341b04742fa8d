#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include <lehr/parameters/parameter.hpp>
#include <lehr/random/stream.hpp>

namespace lehr {

/// The parameters of a model: names, transforms and priors. Samplers move in u, in which every value is allowed;
/// chains, run files and predictions know theta only as the numbers that belong to these names.
class ParameterSpace {
 public:
  ParameterSpace() = default;
  explicit ParameterSpace(std::vector<Parameter> parameters);

  std::size_t size() const { return parameters_.size(); }
  const std::vector<std::string>& names() const { return names_; }
  const Parameter& operator[](std::size_t index) const { return parameters_.at(index); }

  std::vector<double> natural(std::span<const double> u) const;
  std::vector<double> free(std::span<const double> theta) const;
  /// Whether there is a value for each parameter, and each is one that its parameter may have.
  bool allows(std::span<const double> theta) const;

  /// log p(u), with the Jacobians.
  double log_prior(std::span<const double> u) const;
  std::vector<double> log_prior_gradient(std::span<const double> u) const;
  /// A draw of u.
  std::vector<double> draw_prior(Stream& stream) const;

 private:
  std::vector<Parameter> parameters_;
  std::vector<std::string> names_;
};

}  // namespace lehr

#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include <lehr/data/responses.hpp>
#include <lehr/likelihoods/row_density.hpp>
#include <lehr/parameters/parameter.hpp>

namespace lehr {

/// A family p(y | f), log-concave in f. To add one, write one file: docs/how-to-add.md.
class Likelihood {
 public:
  virtual ~Likelihood() = default;
  virtual std::string_view name() const = 0;
  virtual std::string_view formula() const = 0;
  virtual ResponseKind responds_to() const { return ResponseKind::two_classes; }

  /// What predictions tell the probability of, each the response of one row: the positive class of two.
  virtual Responses outcomes() const;

  /// RowDensity::noise() of all its densities.
  double noise() const;

  /// Its own parameters, which are sampled with the kernel's.
  virtual std::vector<Parameter> parameters() const { return {}; }

  /// The likelihood of these responses, given values of its own parameters (as many as parameters() has).
  virtual std::unique_ptr<RowDensity> at(const Responses& responses, std::span<const double> parameters) const = 0;

  /// A draw of y given f and its own parameters from one uniform number in (0, 1).
  virtual double draw(double f, std::span<const double> parameters, double uniform) const = 0;
};

namespace likelihoods {

/// Every likelihood there is, in the order of their names.
std::span<const Likelihood* const> all();

/// The likelihood of that name; a UsageError names the others.
const Likelihood& named(std::string_view name);

/// The usual values of its own parameters.
std::vector<double> usual_parameters(const Likelihood& likelihood);

}  // namespace likelihoods
}  // namespace lehr

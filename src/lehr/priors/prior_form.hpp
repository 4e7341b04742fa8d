#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <stop_token>
#include <string_view>

#include <lehr/data/dataset.hpp>
#include <lehr/priors/covariance_parts.hpp>
#include <lehr/priors/gaussian_prior.hpp>

namespace lehr {

/// A table and the covariance at one theta. The prior refers to table and kernel as long as it lives.
struct PriorInput {
  const Dataset& data;
  Covariance covariance;
  Use use = Use::sites;
  std::stop_token stop = {};  // asked before each factorisation, by the prior and by all that is made of it
  double curvature = 1;       // of the responses: RowDensity::curvature_bound()
};

/// A way to represent K. To add one, write one file: docs/how-to-add.md.
class PriorForm {
 public:
  virtual ~PriorForm() = default;
  virtual std::string_view name() const = 0;
  virtual std::string_view formula() const = 0;

  /// Forms are tried in this order, cheap ones first.
  virtual int turn() const = 0;

  /// Bytes that its priors and all that is made of them hold at most, at any theta, in one thread.
  virtual double most_bytes(std::size_t rows, Use use) const = 0;

  /// Null where the form does not suit this K, or the numbers break down: a function of the input alone.
  virtual std::unique_ptr<GaussianPrior> make(const PriorInput& input,
                                              std::unique_ptr<GaussianPrior>& memory) const = 0;
};

namespace prior_forms {

/// Every form there is, in the order of their names.
std::span<const PriorForm* const> all();

/// The form of that name; a UsageError names the others.
const PriorForm& named(std::string_view name);

/// Bytes that so many rows take at most in one thread, whatever forms K has on the way.
double most_bytes(std::size_t rows, Use use);

}  // namespace prior_forms

/// The one place that picks the form of K: the first that suits. Null when the numbers break down, and after a stop
/// request. A RunError where there is too little memory for the use, beside what `memory` holds.
std::unique_ptr<GaussianPrior> choose_prior(const PriorInput& input, std::unique_ptr<GaussianPrior> memory = nullptr);

}  // namespace lehr

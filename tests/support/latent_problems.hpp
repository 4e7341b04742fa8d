#pragma once

#include <memory>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include <lehr/data/dataset.hpp>
#include <lehr/likelihoods/likelihood.hpp>
#include <lehr/priors/dense_prior.hpp>
#include <lehr/sites/approximation.hpp>

// Latent problems from a covariance matrix and a column of labels (-1 and +1, or real numbers).
namespace lehr::testing_support {

inline Responses responses_for(const Likelihood& likelihood, const std::vector<double>& y) {
  if (likelihood.responds_to() == ResponseKind::two_classes) return classes_of(y);
  return {likelihood.responds_to(), y};
}

/// Data of two classes as responses of the kind that the likelihood answers to.
inline Dataset responding_to(const Likelihood& likelihood, Dataset data) {
  data.responses = responses_for(likelihood, signs_of(data.responses));
  return data;
}

inline std::unique_ptr<RowDensity> density_of(const Likelihood& likelihood, const std::vector<double>& y) {
  return likelihood.at(responses_for(likelihood, y), likelihoods::usual_parameters(likelihood));
}

/// p(y | f) of one row.
inline LogDensity log_density(const Likelihood& likelihood, double y, double f) {
  return density_of(likelihood, {y})->log_density(0, f);
}

inline double total_log_density(const Likelihood& likelihood, const std::vector<double>& y, std::span<const double> f) {
  return density_of(likelihood, y)->total(f);
}

inline CavityIntegral cavity_integral(const Likelihood& likelihood, double y, double mean, double variance) {
  return density_of(likelihood, {y})->cavity_integral(0, mean, variance);
}

/// A draw of y as a label: -1 or +1 for two classes.
inline double draw_label(const Likelihood& likelihood, double f, double uniform) {
  const double y = likelihood.draw(f, likelihoods::usual_parameters(likelihood), uniform);
  if (likelihood.responds_to() != ResponseKind::two_classes) return y;
  return y > 0 ? 1 : -1;
}

inline bool has_two_classes(const Likelihood& likelihood) {
  return likelihood.responds_to() == ResponseKind::two_classes;
}

/// A problem that owns its parts.
class DenseProblem {
 public:
  DenseProblem(Matrix k, const std::vector<double>& y, const Likelihood& likelihood)
      : prior_(std::move(k)), density_(density_of(likelihood, y)) {}

  /// With the kernel that the matrix comes from, for gradients.
  DenseProblem(Matrix k, const KernelAt& kernel, const std::vector<double>& y, const Likelihood& likelihood)
      : DenseProblem(std::move(k), y, likelihood) {
    prior_.begin(kernel);
  }

  operator LatentProblem() const { return {prior_, *density_}; }  // NOLINT(*-explicit-*)
  const DensePrior& prior() const { return prior_; }

 private:
  DensePrior prior_;
  std::unique_ptr<RowDensity> density_;
};

}  // namespace lehr::testing_support

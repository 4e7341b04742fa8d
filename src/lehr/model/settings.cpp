#include <lehr/model/settings.hpp>

#include <string>

#include <lehr/base/check.hpp>
#include <lehr/kernels/kernel.hpp>
#include <lehr/likelihoods/likelihood.hpp>

namespace lehr {
namespace {

void check_prior(const std::string& field, const GammaPrior& prior) {
  check_positive(field + " shape", prior.shape);
  check_positive(field + " rate", prior.rate);
}

}  // namespace

void ModelSettings::check() const {
  kernels::named(kernel);
  likelihoods::named(likelihood);
  check_prior("the variance prior's", variance_prior);
  if (lengthscale_prior) check_prior("the lengthscale prior's", *lengthscale_prior);
}

void KernelParameters::check(std::size_t features) const {
  check_positive("variance", variance);
  for (const double lengthscale : lengthscales) check_positive("lengthscale", lengthscale);
  if (lengthscales.size() != 1 && lengthscales.size() != features) {
    throw UsageError("there must be one lengthscale or one per feature (" + std::to_string(features) + "), not " +
                     std::to_string(lengthscales.size()));
  }
}

}  // namespace lehr

#include <lehr/parameters/theta.hpp>

#include <string>

#include <lehr/base/check.hpp>

namespace lehr {

void KernelParameters::check(std::size_t features) const {
  check_positive("variance", variance);
  for (const double lengthscale : lengthscales) check_positive("lengthscale", lengthscale);
  if (lengthscales.size() != 1 && lengthscales.size() != features) {
    throw UsageError("there must be one lengthscale or one per feature (" + std::to_string(features) + "), not " +
                     std::to_string(lengthscales.size()));
  }
}

}  // namespace lehr

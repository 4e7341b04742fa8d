#include <lehr/evidence/estimator.hpp>

#include <lehr/base/find_named.hpp>

namespace lehr::estimators {

const Estimator& named(std::string_view name) {
  for (const Estimator* estimator : all()) {
    if (!name.empty() && estimator->other_name() == name) return *estimator;
  }
  return find_named(all(), "estimator", name);
}

}  // namespace lehr::estimators

#include <lehr/samplers/settings.hpp>

#include <lehr/base/check.hpp>
#include <lehr/samplers/sampler.hpp>
#include <lehr/samplers/target.hpp>

namespace lehr {

void FitSettings::check(const ModelSettings& model) const {
  evidence.check(model);
  samplers::named(sampler);
  tuning_approximation(tune_on);
  check_at_least("chains", static_cast<long long>(chains), 1);
  check_at_least("warmup", static_cast<long long>(warmup), kLeastWarmUp);
  check_at_least("draws", static_cast<long long>(draws), 1);
  check_at_least("thin", static_cast<long long>(thin), 1);
}

}  // namespace lehr

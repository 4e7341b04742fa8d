#include <lehr/samplers/settings.hpp>

#include <lehr/base/check.hpp>
#include <lehr/samplers/sampler.hpp>
#include <lehr/samplers/target.hpp>

namespace lehr {

void FitSettings::check(const ModelSettings& model) const {
  evidence.check(model);
  samplers::named(sampler);
  tuning_approximation(tune_on);
  check_between("chains", chains, 1, kMostChains);
  check_between("warmup", warmup, kLeastWarmUp, kMostIterations);
  check_between("draws", draws, 1, kMostIterations);
  check_between("thin", thin, 1, kMostIterations);
}

}  // namespace lehr

#include <lehr/model/computable.hpp>

#include <cmath>
#include <cstdio>
#include <string>

#include <lehr/base/check.hpp>
#include <lehr/base/errors.hpp>
#include <lehr/parameters/parameter.hpp>
#include <lehr/settings/table.hpp>

namespace lehr {
namespace {

std::string short_text(double value) {
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, "%.2g", value);
  return buffer;
}

void require_computable(std::string_view setting, std::size_t place, const GammaPrior& prior) {
  const auto [lowest, highest] = computable_range(place);
  const Parameter parameter{.name = {}, .prior = prior};
  const double outside = parameter.prior_probability(lowest) + (1 - parameter.prior_probability(highest));
  if (!(outside > kMostPriorMassOutside)) return;
  throw UsageError(setting_named<ModelSettings>(setting).option() + " " + to_text(prior.shape) + "," +
                   to_text(prior.rate) + " has " + short_text(100 * outside) +
                   " % of its mass outside the values that can be computed, " + short_text(std::exp(lowest)) + " to " +
                   short_text(std::exp(highest)) + ", where at most " + short_text(100 * kMostPriorMassOutside) +
                   " % may be: choose another prior");
}

}  // namespace

void require_computable_priors(const ModelSettings& settings) {
  require_computable("prior_variance", 0, settings.variance_prior);
  if (settings.lengthscale_prior) require_computable("prior_lengthscale", 1, *settings.lengthscale_prior);
}

}  // namespace lehr

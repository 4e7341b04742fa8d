#include <lehr/run/run.hpp>

#include <lehr/likelihoods/likelihood.hpp>

namespace lehr {

std::string_view RunInfo::state_name() const { return lehr::state_name(likelihoods::named(model.likelihood).noise()); }

bool RunInfo::keeps_latents() const { return fit.keep_latents && state_name() != kLatentName; }

const std::vector<double>& find_latent(const RunInfo& info, const std::vector<double>& state,
                                       const std::vector<double>& latent) {
  return info.state_name() == kLatentName ? state : latent;
}

Draw Chains::draw(std::size_t index) const {
  Draw draw;
  for (const std::vector<double>& parameter : parameters) draw.parameters.push_back(parameter[index]);
  draw.log_evidence_estimate = log_evidence_estimate[index];
  draw.log_prior = log_prior[index];
  draw.accepted = accepted[index];
  draw.numbers_from = numbers_from[index];
  if (!broken.empty()) draw.broken = broken[index];
  return draw;
}

std::optional<double> mean_per_unit(const Coefficient& coefficient, const Encoding& encoding) {
  for (const FeatureEncoding& feature : encoding.features) {
    if (coefficient.name == "slope[" + feature.name + "]") return coefficient.mean / feature.scale;
  }
  return std::nullopt;
}

}  // namespace lehr

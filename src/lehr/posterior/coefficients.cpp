#include <lehr/posterior/coefficients.hpp>

#include <cstddef>
#include <string>

#include <lehr/posterior/latent_mixture.hpp>
#include <lehr/posterior/state_moments.hpp>

namespace lehr {

std::optional<std::vector<Coefficient>> summarise_coefficients(const PosteriorView& posterior,
                                                               const RunContext& context) {
  const std::vector<std::string>& names = posterior.model.coefficients();
  std::vector<Coefficient> coefficients;
  if (names.empty()) return coefficients;
  std::vector<double> weights;
  double total = 0;
  posterior.states([&](const PosteriorState& state) {
    weights.push_back(static_cast<double>(state.count));
    total += weights.back();
  });
  for (double& weight : weights) weight /= total;
  const std::optional<StateMoments> moments = find_coefficients(posterior, context);
  if (!moments) return std::nullopt;
  std::vector<double> means(weights.size());
  std::vector<double> variances(weights.size());
  const LatentMixture mixture{means, variances, weights};
  for (std::size_t c = 0; c < names.size(); ++c) {
    for (std::size_t s = 0; s < weights.size(); ++s) {
      means[s] = moments->means[s * names.size() + c];
      variances[s] = moments->variances[s * names.size() + c];
    }
    coefficients.push_back({.name = names[c],
                            .mean = mixture.mean(),
                            .sd = mixture.sd(),
                            .q5 = mixture.quantile(0.05),
                            .q50 = mixture.quantile(0.5),
                            .q95 = mixture.quantile(0.95)});
  }
  return coefficients;
}

}  // namespace lehr

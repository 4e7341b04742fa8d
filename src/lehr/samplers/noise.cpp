#include <lehr/samplers/noise.hpp>

#include <cmath>

#include <lehr/evidence/at_theta.hpp>
#include <lehr/math/log_sum_exp.hpp>

namespace lehr {

std::optional<double> estimate_noise(const Dataset& data, const Model& model, const EvidenceMethod& method,
                                     const std::vector<std::vector<double>>& log_thetas, std::size_t samples,
                                     std::uint64_t seed, const RunContext& context) {
  if (method.estimator == nullptr) return 0;
  EvidenceAtTheta at_theta;
  double squares = 0;
  double freedom = 0;
  for (const std::vector<double>& log_theta : log_thetas) {
    const bool prepared = at_theta.prepare(data, model, model.theta_at(log_theta), method, {.stop = context.stop});
    if (context.stopped()) return std::nullopt;
    if (!prepared) continue;
    const std::vector<double> weights = at_theta.log_weights(seed, kRepeatsForNoise, samples, context);
    if (weights.empty()) return std::nullopt;
    std::vector<double> estimates;
    double mean = 0;
    for (std::size_t r = 0; r < kRepeatsForNoise; ++r) {
      estimates.push_back(log_mean_exp(std::span(weights).subspan(r * samples, samples)));
      mean += estimates.back() / double(kRepeatsForNoise);
    }
    for (const double estimate : estimates) squares += (estimate - mean) * (estimate - mean);
    freedom += double(kRepeatsForNoise - 1);
  }
  return freedom > 0 ? std::sqrt(squares / freedom) : 0;
}

}  // namespace lehr

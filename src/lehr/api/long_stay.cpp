#include <lehr/api/long_stay.hpp>

#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

#include <lehr/api/fit_parts.hpp>
#include <lehr/diagnostics/quantiles.hpp>
#include <lehr/diagnostics/warnings.hpp>
#include <lehr/evidence/at_theta.hpp>
#include <lehr/math/log_sum_exp.hpp>
#include <lehr/samplers/noise.hpp>

namespace lehr {
namespace {

constexpr std::uint64_t kNoChain = std::numeric_limits<std::uint64_t>::max() - 2;  // the last two are others'

/// The carried estimate minus a fresh one, of many times the particles. Nothing where there is none to compare with.
std::optional<double> luck_of(const LongStays::Found& stay, const RunInfo& info, const Model& model,
                              const EvidenceMethod& method, const RunContext& context) {
  if (method.estimator == nullptr) return std::nullopt;
  EvidenceAtTheta at_theta;
  if (!at_theta.prepare(info.data, model, model.theta_at(stay.log_theta), method, {.stop = context.stop})) {
    return std::nullopt;
  }
  const std::size_t particles = kRepeatsForNoise * static_cast<std::size_t>(info.fit.evidence.importance_samples);
  const std::vector<double> weights =
      at_theta.log_weights(ParticleKey{info.fit.evidence.seed, kNoChain, 0, 0}, particles);
  if (weights.empty()) return std::nullopt;
  const double luck = stay.log_estimate - log_mean_exp(weights);
  return std::isfinite(luck) ? std::optional(luck) : std::nullopt;
}

}  // namespace

LongStays::LongStays(std::size_t chains, std::shared_ptr<const Surrogate> emulator)
    : emulator_(std::move(emulator)), chains_(chains) {}

std::optional<double> LongStays::above_emulator(const Draw& draw) const {
  if (!emulator_) return std::nullopt;
  return draw.log_prior + draw.log_evidence_estimate - emulator_->at(draw.log_theta);
}

void LongStays::take(std::size_t chain, const Draw& draw) {
  Chain& own = chains_[chain];
  const std::optional<double> above = above_emulator(draw);
  if (above) above_.push_back(*above);
  ++own.draws;
  own.accepted += draw.accepted ? 1 : 0;
  own.stretch = draw.accepted ? 0 : own.stretch + 1;
  if (own.stretch <= own.longest.draws) return;
  own.longest = {.chain = chain,
                 .draws = own.stretch,
                 .log_theta = draw.log_theta,
                 .log_estimate = draw.log_evidence_estimate,
                 .gap = above};
}

std::optional<LongStays::Found> LongStays::longest() const {
  std::optional<Found> longest;
  for (const Chain& chain : chains_) {
    if (chain.draws == 0) continue;
    const double rate = static_cast<double>(chain.accepted) / static_cast<double>(chain.draws);
    if (chain.longest.draws <= tolerable_stretch(rate, chain.draws)) continue;
    if (!longest || chain.longest.draws > longest->draws) longest = chain.longest;
  }
  if (longest && longest->gap) *longest->gap -= quantile(above_, 0.5);
  return longest;
}

bool add_long_stay(const RunInfo& info, const Model& model, const FitOutcome& fitted, const LongStays& stays,
                   const RunContext& context, RunOutcome& outcome) {
  const std::optional<LongStays::Found> stay = stays.longest();
  if (!stay) return true;
  outcome.longest_stay = LongStay{.chain = stay->chain,
                                  .draws = stay->draws,
                                  .gap = stay->gap,
                                  .luck = luck_of(*stay, info, model, method_of(info, model, fitted), context)};
  return !context.stopped();
}

}  // namespace lehr

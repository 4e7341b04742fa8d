#include <lehr/samplers/chain.hpp>

#include <cmath>
#include <utility>

#include <lehr/random/distributions.hpp>

namespace lehr {

bool keeps_numbers(const EvidenceMethod& method) {
  return method.estimator != nullptr && method.estimator->follows_theta();
}

std::optional<ChainState> PseudoMarginalChain::evaluate(std::vector<double> log_theta, std::uint64_t iteration,
                                                        std::uint64_t numbers_from) {
  if (!Model::is_computable(log_theta)) return std::nullopt;
  ChainState state;
  state.log_prior = setup_.model.space().log_prior(log_theta);
  if (!at_theta_.prepare(setup_.data, setup_.model, setup_.model.theta_at(log_theta), setup_.method,
                         {.stop = setup_.stop})) {
    return std::nullopt;
  }
  if (setup_.method.estimator == nullptr) {
    const std::optional<double> own = at_theta_.approximation_log_evidence();
    if (!own) return std::nullopt;
    state.log_estimate = *own;
  } else {
    const Stream pick({setup_.seed, Purpose::particle_pick, setup_.chain, iteration});
    std::optional<EvidenceAtTheta::Estimate> estimate =
        at_theta_.estimate({setup_.seed, setup_.chain, numbers_from, 0}, setup_.samples, pick, setup_.threads);
    if (!estimate) return std::nullopt;
    state.log_estimate = estimate->log_evidence;
    end_ = std::move(estimate->end);
  }
  if (!std::isfinite(state.log_estimate)) return std::nullopt;
  state.log_theta = std::move(log_theta);
  state.numbers_from = numbers_from;
  return state;
}

std::uint64_t PseudoMarginalChain::choose_numbers(const ChainState& state, std::uint64_t iteration) const {
  if (!keeps_numbers(setup_.method)) return iteration;
  Stream stream({setup_.seed, Purpose::renewal, setup_.chain, iteration});
  return draw_uniform(stream) < kRenewalProbability ? iteration : state.numbers_from;
}

bool PseudoMarginalChain::complete(ChainState& state, std::uint64_t iteration) {
  Stream stream({setup_.seed, Purpose::latent, setup_.chain, iteration});
  std::optional<EvidenceAtTheta::LatentDraw> draw = at_theta_.draw_latents(end_, setup_.keep_latents, stream);
  if (!draw) return false;
  state.state = std::move(draw->state);
  state.latent = std::move(draw->latent);
  state.alpha = std::move(draw->alpha);
  return true;
}

std::optional<ChainState> PseudoMarginalChain::start(std::vector<double> log_theta) {
  std::optional<ChainState> state = evaluate(std::move(log_theta), 0, 0);
  if (!state || !complete(*state, 0)) return std::nullopt;
  return state;
}

StepInfo PseudoMarginalChain::failed() const {
  const bool stopped = setup_.stop.stop_requested();
  return {.broke_down = !stopped, .stopped = stopped};
}

StepInfo PseudoMarginalChain::step(ChainState& state, std::uint64_t iteration, const Proposal& proposal) {
  Stream proposal_stream({setup_.seed, Purpose::proposal, setup_.chain, iteration});
  Proposed proposed = proposal.propose(state.log_theta, iteration, proposal_stream);
  std::optional<ChainState> next = evaluate(std::move(proposed.log_theta), iteration, choose_numbers(state, iteration));
  if (!next) return failed();
  Stream acceptance_stream({setup_.seed, Purpose::acceptance, setup_.chain, iteration});
  const double log_ratio =
      (next->log_estimate + next->log_prior) - (state.log_estimate + state.log_prior) + proposed.log_correction;
  if (!(std::log(draw_uniform(acceptance_stream)) < log_ratio)) return {};
  if (!complete(*next, iteration)) return failed();
  state = std::move(*next);
  return {.accepted = true};
}

}  // namespace lehr

#include <lehr/samplers/chain.hpp>

#include <cmath>
#include <utility>

#include <lehr/random/distributions.hpp>

namespace lehr {

bool keeps_numbers(const EvidenceMethod& method) {
  return method.estimator != nullptr && method.estimator->follows_theta();
}

bool PseudoMarginalChain::prepare(const std::vector<double>& log_theta) {
  return at_theta_.prepare(setup_.data, setup_.model, setup_.model.theta_at(log_theta), setup_.method,
                           {.stop = setup_.stop});
}

std::optional<ChainState> PseudoMarginalChain::evaluate(std::vector<double> log_theta, std::uint64_t iteration,
                                                        std::uint64_t numbers_from) {
  if (!Model::is_computable(log_theta)) return std::nullopt;
  ChainState state;
  state.log_prior = setup_.model.space().log_prior(log_theta);
  if (!prepare(log_theta)) return std::nullopt;
  UndrawnVectors undrawn{{}, iteration};
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
    undrawn.end = std::move(estimate->end);
  }
  if (!std::isfinite(state.log_estimate)) return std::nullopt;
  state.log_theta = std::move(log_theta);
  state.numbers_from = numbers_from;
  state.undrawn = std::move(undrawn);
  return state;
}

std::uint64_t PseudoMarginalChain::choose_numbers(const ChainState& state, std::uint64_t iteration) const {
  if (!keeps_numbers(setup_.method)) return iteration;
  Stream stream({setup_.seed, Purpose::renewal, setup_.chain, iteration});
  return draw_uniform(stream) < kRenewalProbability ? iteration : state.numbers_from;
}

bool PseudoMarginalChain::draw_vectors(ChainState& state) {
  Stream stream({setup_.seed, Purpose::latent, setup_.chain, state.undrawn->iteration});
  std::optional<EvidenceAtTheta::LatentDraw> draw =
      at_theta_.draw_latents(state.undrawn->end, setup_.keep_latents, stream);
  if (!draw) return false;
  state.state = std::move(draw->state);
  state.latent = std::move(draw->latent);
  state.alpha = std::move(draw->alpha);
  state.undrawn.reset();
  return true;
}

/// What was prepared is a function of theta alone; the estimate is not made again.
bool PseudoMarginalChain::complete(ChainState& state) {
  if (!state.undrawn) return true;
  return prepare(state.log_theta) && draw_vectors(state);
}

std::optional<ChainState> PseudoMarginalChain::start(std::vector<double> log_theta) {
  std::optional<ChainState> state = evaluate(std::move(log_theta), 0, 0);
  if (!state || !draw_vectors(*state)) return std::nullopt;
  return state;
}

StepInfo PseudoMarginalChain::failed() const {
  const bool stopped = setup_.stop.stop_requested();
  return {.broke_down = !stopped, .stopped = stopped};
}

StepInfo PseudoMarginalChain::step(ChainState& state, std::uint64_t iteration, const Proposal& proposal,
                                   DrawVectors vectors) {
  Stream proposal_stream({setup_.seed, Purpose::proposal, setup_.chain, iteration});
  Proposed proposed = proposal.propose(state.log_theta, iteration, proposal_stream);
  std::optional<ChainState> next = evaluate(std::move(proposed.log_theta), iteration, choose_numbers(state, iteration));
  if (!next) return failed();
  Stream acceptance_stream({setup_.seed, Purpose::acceptance, setup_.chain, iteration});
  const double log_ratio =
      (next->log_estimate + next->log_prior) - (state.log_estimate + state.log_prior) + proposed.log_correction;
  if (!(std::log(draw_uniform(acceptance_stream)) < log_ratio)) return {};
  if (vectors == DrawVectors::now && !draw_vectors(*next)) return failed();
  state = std::move(*next);
  return {.accepted = true};
}

}  // namespace lehr

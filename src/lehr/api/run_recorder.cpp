#include <lehr/api/run_recorder.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace lehr {

RunRecorder::RunRecorder(const RunInfo& info)
    : rows_(info.data.rows),
      parameters_(info.parameter_names.size()),
      keeps_latents_(info.keeps_latents()),
      space_(Model(info.model, info.data.feature_names).space()),
      chains_(info.fit.chains) {
  for (Recorded& chain : chains_) chain.parameters.resize(parameters_);
}

void RunRecorder::keep_evaluation(std::size_t chain, std::size_t /*index*/, std::span<const double> found) {
  std::vector<double>& own = chains_[chain].evaluations;
  own.insert(own.end(), found.begin(), found.end());
}

void RunRecorder::keep_draw(std::size_t chain, std::size_t /*draw*/, const ChainState& state, const Way& way) {
  Recorded& own = chains_[chain];
  const std::vector<double> theta = space_.natural(state.log_theta);
  for (std::size_t p = 0; p < parameters_; ++p) own.parameters[p].push_back(theta[p]);
  own.log_thetas.insert(own.log_thetas.end(), state.log_theta.begin(), state.log_theta.end());
  own.log_evidence.push_back(state.log_estimate);
  own.log_prior.push_back(state.log_prior);
  own.accepted.push_back(way.accepted ? 1 : 0);
  own.numbers_from.push_back(static_cast<double>(state.numbers_from));
  own.broken.push_back(static_cast<double>(way.broken));
  own.states.insert(own.states.end(), state.state.begin(), state.state.end());
  own.alphas.insert(own.alphas.end(), state.alpha.begin(), state.alpha.end());
  if (keeps_latents_) own.latents.insert(own.latents.end(), state.latent.begin(), state.latent.end());
}

std::size_t RunRecorder::draws() const {
  const auto behind = [](const Recorded& a, const Recorded& b) { return a.log_prior.size() < b.log_prior.size(); };
  return std::min_element(chains_.begin(), chains_.end(), behind)->log_prior.size();
}

template <class Member>
std::vector<double> RunRecorder::take(std::size_t each, const Member& member) {
  std::vector<double> all;
  all.reserve(chains_.size() * each);
  for (Recorded& chain : chains_) {
    const std::vector<double> own = std::move(member(chain));
    if (own.size() >= each) all.insert(all.end(), own.begin(), own.begin() + static_cast<std::ptrdiff_t>(each));
  }
  return all;
}

void RunRecorder::move_to(Run& run) {
  const std::size_t count = draws();
  run.chains.draws = count;
  for (std::size_t p = 0; p < parameters_; ++p) {
    run.chains.parameters.push_back(take(
        count, [p](Recorded & chain) -> auto& { return chain.parameters[p]; }));
  }
  run.chains.log_evidence_estimate = take(
      count, [](Recorded & chain) -> auto& { return chain.log_evidence; });
  const std::vector<double> accepted = take(
      count, [](Recorded & chain) -> auto& { return chain.accepted; });
  run.chains.accepted.assign(accepted.begin(), accepted.end());
  run.chains.numbers_from = take(
      count, [](Recorded & chain) -> auto& { return chain.numbers_from; });
  run.chains.broken = take(
      count, [](Recorded & chain) -> auto& { return chain.broken; });
  run.states = take(
      count * rows_, [](Recorded & chain) -> auto& { return chain.states; });
  run.alphas = take(
      count * rows_, [](Recorded & chain) -> auto& { return chain.alphas; });
  if (keeps_latents_)
    run.latents = take(
        count * rows_, [](Recorded & chain) -> auto& { return chain.latents; });
  run.continuation.log_thetas = take(
      count * parameters_, [](Recorded & chain) -> auto& { return chain.log_thetas; });
  run.continuation.evaluations = take(
      chains_.back().evaluations.size(), [](Recorded & chain) -> auto& { return chain.evaluations; });
  run.chains.log_prior = take(
      count, [](Recorded & chain) -> auto& { return chain.log_prior; });
}

}  // namespace lehr

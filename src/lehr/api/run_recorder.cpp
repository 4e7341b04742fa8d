#include <lehr/api/run_recorder.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace lehr {

RunRecorder::RunRecorder(const RunInfo& info)
    : chains_(info.fit.chains),
      room_(info.fit.draws),
      rows_(info.data.rows),
      space_(Model(info.model, info.data.feature_names).space()),
      counts_(chains_, 0),
      parameters_(info.parameter_names.size(), std::vector<double>(chains_ * room_)),
      log_evidence_(chains_ * room_),
      log_prior_(chains_ * room_),
      accepted_(chains_ * room_),
      numbers_from_(chains_ * room_) {
  states_.resize(chains_ * room_ * rows_);
  if (info.keeps_latents()) latents_.resize(chains_ * room_ * rows_);
}

void RunRecorder::keep_draw(std::size_t chain, std::size_t draw, const ChainState& state, bool /*moved*/,
                            bool accepted) {
  const std::size_t index = chain * room_ + draw;
  const std::vector<double> theta = space_.natural(state.log_theta);
  for (std::size_t p = 0; p < parameters_.size(); ++p) parameters_[p][index] = theta[p];
  log_evidence_[index] = state.log_estimate;
  log_prior_[index] = state.log_prior;
  accepted_[index] = accepted ? 1 : 0;
  numbers_from_[index] = static_cast<double>(state.numbers_from);
  const auto place = static_cast<std::ptrdiff_t>(index * rows_);
  std::copy(state.state.begin(), state.state.end(), states_.begin() + place);
  if (!latents_.empty()) std::copy(state.latent.begin(), state.latent.end(), latents_.begin() + place);
  counts_[chain] = draw + 1;
}

std::size_t RunRecorder::draws() const { return *std::min_element(counts_.begin(), counts_.end()); }

void RunRecorder::shorten(std::vector<double>& values, std::size_t width) const {
  if (values.empty() || draws() == room_) return;
  for (std::size_t chain = 1; chain < chains_; ++chain) {
    const auto begin = values.begin() + static_cast<std::ptrdiff_t>(chain * room_ * width);
    std::copy(begin, begin + static_cast<std::ptrdiff_t>(draws() * width),
              values.begin() + static_cast<std::ptrdiff_t>(chain * draws() * width));
  }
  values.resize(chains_ * draws() * width);
  values.shrink_to_fit();
}

void RunRecorder::move_to(Run& run) {
  for (std::vector<double>& values : parameters_) shorten(values, 1);
  for (std::vector<double>* values : {&log_evidence_, &log_prior_, &accepted_, &numbers_from_}) shorten(*values, 1);
  shorten(states_, rows_);
  shorten(latents_, rows_);
  run.chains.draws = draws();
  run.chains.parameters = std::move(parameters_);
  run.chains.log_evidence_estimate = std::move(log_evidence_);
  run.chains.log_prior = std::move(log_prior_);
  run.chains.accepted.assign(accepted_.begin(), accepted_.end());
  run.chains.numbers_from = std::move(numbers_from_);
  run.states = std::move(states_);
  run.latents = std::move(latents_);
}

}  // namespace lehr

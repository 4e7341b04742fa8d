#include <experiments/program/fit_part.hpp>

namespace lehr::reproduce {

FitPart::FitPart(std::size_t chains, Index rows, bool predicts) : chains_(chains), predicts_(predicts), clock_(rows) {
  clock_.tick();
}

void FitPart::know_evaluations(const Json& part) {
  for (std::size_t c = 0; c < chains_.size(); ++c) {
    for (const Json& value : part["evaluations"][c]) {
      std::vector<double>& numbers = chains_[c].evaluations.emplace_back();
      for (const Json& number : value) numbers.push_back(log_density_from_json(number));
    }
    chains_[c].known = chains_[c].evaluations.size();
  }
}

void FitPart::know_draws(const Json& part, const ParameterSpace& space) {
  for (std::size_t c = 0; c < chains_.size(); ++c) {
    chains_[c].kept = Kept{part["chains"][c]["end"], state_from_json(part["chains"][c]["state"], space)};
    chains_[c].last = chains_[c].kept->last;
    chains_[c].moves.begin(chains_[c].last);
  }
}

std::optional<std::vector<double>> FitPart::known_evaluation(std::size_t chain, std::size_t index) const {
  if (index < chains_[chain].evaluations.size()) return chains_[chain].evaluations[index];
  return std::nullopt;
}

void FitPart::keep_evaluation(std::size_t chain, std::size_t /*index*/, std::span<const double> found) {
  chains_[chain].evaluations.emplace_back(found.begin(), found.end());
  ++new_;
}

std::optional<FitStore::Kept> FitPart::known_draws(std::size_t chain) const { return chains_[chain].kept; }

void FitPart::keep_draw(std::size_t chain, std::size_t draw, const ChainState& state, const Way& way) {
  if (since_) {
    seconds_ += thread_seconds() - *since_;
    ++timed_;
  }
  Chain& own = chains_[chain];
  if (own.count == 0 && !own.kept) own.moves.begin(state);
  own.moves.add(draw + 1, state, way.accepted);
  if (predicts_) own.draws.add(state, way.moved);
  broken_ += way.broken;
  own.last = state;
  if (own.count++ % kTickEvery == 0) clock_.tick();
  since_ = thread_seconds();
}

Json FitPart::evaluations_json() const {
  Json all = Json::array();
  for (const Chain& chain : chains_) {
    Json values = Json::array();
    for (std::size_t i = chain.known; i < chain.evaluations.size(); ++i) {
      Json numbers = Json::array();
      for (const double number : chain.evaluations[i]) numbers.push_back(log_density_to_json(number));
      values.push_back(std::move(numbers));
    }
    all.push_back(std::move(values));
  }
  return {{"evaluations", all}};
}

Json FitPart::draws_json(const FitOutcome& outcome, const Dataset& training, const Model& model,
                         const Dataset* new_rows) const {
  Json all = Json::array();
  for (const Chain& chain : chains_) {
    Json own = chain.moves.json();
    own["draws"] = chain.count;
    own["seconds"] = seconds_ / static_cast<double>(timed_) * static_cast<double>(chain.count);
    own["state"] = state_to_json(chain.last, predicts_);
    own["probabilities"] =
        new_rows != nullptr ? chain.draws.probabilities(training, model, *new_rows) : std::vector<double>();
    all.push_back(std::move(own));
  }
  return {{"sampler", outcome.sampler}, {"broken", broken_}, {"cholesky_seconds", clock_.seconds()}, {"chains", all}};
}

}  // namespace lehr::reproduce

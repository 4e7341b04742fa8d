#include <experiments/program/chain_state.hpp>

#include <cmath>
#include <limits>
#include <utility>

#include <lehr/api/require_found.hpp>
#include <lehr/base/errors.hpp>

namespace lehr::reproduce {

Json state_to_json(const ChainState& state, bool with_latents) {
  if (with_latents) return pack(state);
  ChainState bare = state;
  bare.state.resize(0);
  bare.latent.resize(0);
  return pack(bare);
}

ChainState state_from_json(const Json& json, const ParameterSpace& space) {
  const std::string name = "a part of a chain that an earlier run has kept";
  if (!json.is_array()) throw InputError(name + " is of another version of lehr; begin in another folder");
  return unpack(json.get<std::vector<double>>(), space, name);
}

void add_renewal(Json& options, const EvidenceMethod& method) {
  if (keeps_numbers(method)) options["renewal"] = kRenewalProbability;
}

void DrawsToPredictFrom::add(const ChainState& state, bool moved) {
  if (!moved && !states_.empty()) {
    ++states_.back().count;
    return;
  }
  states_.push_back({.parameters = state.log_theta, .state = {state.state.begin(), state.state.end()}});
}

std::vector<double> DrawsToPredictFrom::probabilities(const Dataset& training, const Model& model,
                                                      const Dataset& rows) const {
  if (states_.empty()) return {};
  const auto visit = [&](const std::function<void(const PosteriorState&)>& take) {
    for (PosteriorState state : states_) {
      state.parameters = model.space().natural(state.parameters);
      take(state);
    }
  };
  return require_found(predict({training, model, visit}, rows), {}, kRunBreaksDown).probability;
}

Json log_density_to_json(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

double log_density_from_json(const Json& json) {
  return json.is_number() ? json.get<double>() : -std::numeric_limits<double>::infinity();
}

}  // namespace lehr::reproduce

#include <experiments/program/chain_state.hpp>

#include <cmath>
#include <limits>
#include <utility>

namespace lehr::reproduce {

Json state_to_json(const ChainState& state, bool with_latents) {
  const Vector& t = state.state;
  return {{"log_theta", state.log_theta},
          {"log_prior", state.log_prior},
          {"log_estimate", state.log_estimate},
          {"numbers", state.numbers_from},
          {"state", with_latents ? std::vector<double>(t.begin(), t.end()) : std::vector<double>()}};
}

ChainState state_from_json(const Json& json) {
  const auto t = json.at("state").get<std::vector<double>>();
  return {.log_theta = json.at("log_theta"),
          .log_prior = json.at("log_prior"),
          .log_estimate = json.at("log_estimate"),
          .numbers_from = json.at("numbers"),
          .state = Eigen::Map<const Vector>(t.data(), static_cast<Index>(t.size())),
          .latent = {}};
}

void add_renewal(Json& options, const EvidenceMethod& method) {
  if (keeps_numbers(method)) options["renewal"] = kRenewalProbability;
}

void DrawsToPredictFrom::add(const ChainState& state, bool moved) {
  if (!moved && !states_.empty()) {
    ++states_.back().count;
    return;
  }
  PosteriorState draw;
  for (const double value : state.log_theta) draw.parameters.push_back(std::exp(value));
  draw.state.assign(state.state.begin(), state.state.end());
  states_.push_back(std::move(draw));
}

std::vector<double> DrawsToPredictFrom::probabilities(const Dataset& training, const Model& model,
                                                      const Dataset& rows) const {
  if (states_.empty()) return {};
  const auto visit = [this](const std::function<void(const PosteriorState&)>& take) {
    for (const PosteriorState& state : states_) take(state);
  };
  return predict({training, model, visit}, rows).probability;
}

Json log_density_to_json(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

double log_density_from_json(const Json& json) {
  return json.is_number() ? json.get<double>() : -std::numeric_limits<double>::infinity();
}

}  // namespace lehr::reproduce

#include <nlohmann/json.hpp>

#include <lehr/base/errors.hpp>
#include <lehr/run/run_info_json.hpp>

namespace lehr {

std::string run_outcome_to_json(const RunOutcome& outcome) {
  nlohmann::ordered_json json;
  json["sampler"] = outcome.sampler;
  json["seconds"] = outcome.seconds;
  json["estimate_noise"] = outcome.estimate_noise;
  if (outcome.goal_reached) json["goal_reached"] = *outcome.goal_reached;
  return json.dump();
}

RunOutcome run_outcome_from_json(std::string_view text, const std::string& name) {
  const auto json = nlohmann::ordered_json::parse(text, nullptr, false);
  const auto is_number = [&](const char* key) { return json.contains(key) && json[key].is_number(); };
  if (!json.is_object() || !json.contains("sampler") || !json["sampler"].is_string() || !is_number("seconds") ||
      !is_number("estimate_noise")) {
    throw InputError(name + " is damaged: it does not say how its sampling went");
  }
  RunOutcome outcome{.sampler = json["sampler"].get<std::string>(),
                     .seconds = json["seconds"].get<double>(),
                     .estimate_noise = json["estimate_noise"].get<double>()};
  if (json.contains("goal_reached")) {
    if (!json["goal_reached"].is_boolean())
      throw InputError(name + " is damaged: 'goal_reached' must be true or false");
    outcome.goal_reached = json["goal_reached"].get<bool>();
  }
  return outcome;
}

}  // namespace lehr

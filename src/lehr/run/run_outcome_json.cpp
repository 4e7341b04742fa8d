#include <nlohmann/json.hpp>

#include <lehr/base/errors.hpp>
#include <lehr/run/run_info_json.hpp>

namespace lehr {

std::string run_outcome_to_json(const RunOutcome& outcome) {
  nlohmann::ordered_json json;
  json["sampler"] = outcome.sampler;
  json["seconds"] = outcome.seconds;
  json["estimate_noise"] = outcome.estimate_noise;
  return json.dump();
}

RunOutcome run_outcome_from_json(std::string_view text, const std::string& name) {
  const auto json = nlohmann::ordered_json::parse(text, nullptr, false);
  const auto is_number = [&](const char* key) { return json.contains(key) && json[key].is_number(); };
  if (!json.is_object() || !json.contains("sampler") || !json["sampler"].is_string() || !is_number("seconds") ||
      !is_number("estimate_noise")) {
    throw InputError(name + " is damaged: it does not say how its sampling went");
  }
  return {json["sampler"].get<std::string>(), json["seconds"].get<double>(), json["estimate_noise"].get<double>()};
}

}  // namespace lehr

#include <cmath>
#include <optional>
#include <utility>

#include <nlohmann/json.hpp>

#include <lehr/base/errors.hpp>
#include <lehr/run/run_info_json.hpp>

namespace lehr {
namespace {

using Json = nlohmann::ordered_json;

struct NamedNumber {
  const char* name;
  double Coefficient::*member;
};
constexpr NamedNumber kNumbers[] = {{"mean", &Coefficient::mean},
                                    {"sd", &Coefficient::sd},
                                    {"q5", &Coefficient::q5},
                                    {"q50", &Coefficient::q50},
                                    {"q95", &Coefficient::q95}};

Json to_json(const Coefficient& coefficient) {
  Json json = {{"name", coefficient.name}};
  for (const auto& [name, member] : kNumbers) json[name] = coefficient.*member;
  return json;
}

/// Nothing where its name or a number is missing.
std::optional<Coefficient> coefficient_from_json(const Json& json) {
  if (!json.is_object() || !json.contains("name") || !json["name"].is_string()) return std::nullopt;
  Coefficient coefficient{.name = json["name"].get<std::string>()};
  for (const auto& [name, member] : kNumbers) {
    if (!json.contains(name) || !json[name].is_number()) return std::nullopt;
    coefficient.*member = json[name].get<double>();
  }
  return coefficient;
}

Json to_json(const ModelEvidence& evidence) {
  return {{"log_value", evidence.log_value},
          {"error", evidence.error},
          {"estimates", evidence.estimates},
          {"effective", evidence.effective}};
}

/// Nothing where a number is missing or makes no sense.
std::optional<ModelEvidence> model_evidence_from_json(const Json& json) {
  const auto is_number = [&](const char* key) { return json.contains(key) && json[key].is_number(); };
  if (!json.is_object() || !is_number("log_value") || !is_number("error") || !is_number("effective")) {
    return std::nullopt;
  }
  if (!json.contains("estimates") || !json["estimates"].is_number_unsigned()) return std::nullopt;
  const ModelEvidence evidence{.log_value = json["log_value"].get<double>(),
                               .error = json["error"].get<double>(),
                               .estimates = json["estimates"].get<std::size_t>(),
                               .effective = json["effective"].get<double>()};
  if (!std::isfinite(evidence.log_value) || !(evidence.error >= 0) || !(evidence.effective >= 0)) return std::nullopt;
  return evidence;
}

Json to_json(const LongStay& stay) {
  Json json = {{"chain", stay.chain}, {"draws", stay.draws}};
  if (stay.gap) json["gap"] = *stay.gap;
  if (stay.luck) json["luck"] = *stay.luck;
  return json;
}

/// Nothing where a number is missing or none.
std::optional<LongStay> long_stay_from_json(const Json& json) {
  const auto is_count = [&](const char* key) { return json.contains(key) && json[key].is_number_unsigned(); };
  if (!json.is_object() || !is_count("chain") || !is_count("draws")) return std::nullopt;
  LongStay stay{.chain = json["chain"].get<std::size_t>(), .draws = json["draws"].get<std::size_t>()};
  for (const auto& [key, member] : {std::pair{"gap", &LongStay::gap}, {"luck", &LongStay::luck}}) {
    if (!json.contains(key)) continue;
    if (!json[key].is_number()) return std::nullopt;
    stay.*member = json[key].get<double>();
  }
  return stay;
}

}  // namespace

std::string run_outcome_to_json(const RunOutcome& outcome) {
  nlohmann::ordered_json json;
  json["sampler"] = outcome.sampler;
  if (!outcome.fallback_reason.empty()) json["fallback_reason"] = outcome.fallback_reason;
  json["seconds"] = outcome.seconds;
  json["estimate_noise"] = outcome.estimate_noise;
  if (outcome.goal_reached) json["goal_reached"] = *outcome.goal_reached;
  if (outcome.warmup_evaluations) json["warmup_evaluations"] = *outcome.warmup_evaluations;
  if (outcome.longest_stay) json["longest_stay"] = to_json(*outcome.longest_stay);
  for (const Coefficient& coefficient : outcome.coefficients) json["coefficients"].push_back(to_json(coefficient));
  if (outcome.leave_one_out) {
    json["loo"]["kind"] = outcome.leave_one_out->kind;
    json["loo"]["regression_error"] = outcome.leave_one_out->regression_error;
  }
  if (outcome.model_evidence) json["model_evidence"] = to_json(*outcome.model_evidence);
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
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
  if (json.contains("fallback_reason")) {
    if (!json["fallback_reason"].is_string()) throw InputError(name + " is damaged: 'fallback_reason' must be a text");
    outcome.fallback_reason = json["fallback_reason"].get<std::string>();
  }
  if (json.contains("goal_reached")) {
    if (!json["goal_reached"].is_boolean())
      throw InputError(name + " is damaged: 'goal_reached' must be true or false");
    outcome.goal_reached = json["goal_reached"].get<bool>();
  }
  if (json.contains("warmup_evaluations")) {
    if (!json["warmup_evaluations"].is_number_unsigned())
      throw InputError(name + " is damaged: 'warmup_evaluations' must be a count");
    outcome.warmup_evaluations = json["warmup_evaluations"].get<std::size_t>();
  }
  if (json.contains("longest_stay")) {
    outcome.longest_stay = long_stay_from_json(json["longest_stay"]);
    if (!outcome.longest_stay) throw InputError(name + " is damaged: 'longest_stay' must have a chain and its draws");
  }
  if (json.contains("coefficients")) {
    const auto damaged = [&] {
      return InputError(name + " is damaged: 'coefficients' must be a list of names and numbers");
    };
    if (!json["coefficients"].is_array()) throw damaged();
    for (const auto& item : json["coefficients"]) {
      std::optional<Coefficient> coefficient = coefficient_from_json(item);
      if (!coefficient) throw damaged();
      outcome.coefficients.push_back(std::move(*coefficient));
    }
  }
  if (json.contains("loo")) {
    const auto& loo = json["loo"];
    if (!loo.is_object() || !loo.contains("kind") || !loo["kind"].is_string() || !loo.contains("regression_error") ||
        !loo["regression_error"].is_number() || (loo["kind"] != "ep" && loo["kind"] != "exact")) {
      throw InputError(name + " is damaged: it does not say how its leave-one-out was made");
    }
    outcome.leave_one_out = {.kind = loo["kind"].get<std::string>(),
                             .regression_error = loo["regression_error"].get<double>(),
                             .elpd = {},
                             .pareto_k = {}};
  }
  if (json.contains("model_evidence")) {
    outcome.model_evidence = model_evidence_from_json(json["model_evidence"]);
    if (!outcome.model_evidence) throw InputError(name + " is damaged: 'model_evidence' must have its four numbers");
  }
  return outcome;
}

}  // namespace lehr

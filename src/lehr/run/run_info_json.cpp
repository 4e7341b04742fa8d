#include <lehr/run/run_info_json.hpp>

#include <nlohmann/json.hpp>

#include <lehr/settings/table.hpp>

namespace lehr {
namespace {

// Keys stay in the order in which they are written, so that the text reads like the structs.
using Json = nlohmann::ordered_json;

template <typename Value>
Json to_json(const Value& value) {
  return value;
}

Json to_json(const GammaPrior& prior) { return {{"shape", prior.shape}, {"rate", prior.rate}}; }

Json to_json(TimeSpan time) { return time.seconds; }

template <typename Value>
Json to_json(const std::optional<Value>& value) {
  return value ? to_json(*value) : Json(nullptr);
}

/// One key for each row of the settings' table, in its order.
template <class Settings>
void add_settings(Json& json, const Settings& settings) {
  for (const Setting<Settings>& row : Settings::table()) {
    if (row.key().empty()) continue;
    json[row.key()] = with_value(row, settings, [](const auto& value) { return to_json(value); });
  }
}

Json to_json(const ModelSettings& model) {
  Json json = Json::object();
  add_settings(json, model);
  return json;
}

Json to_json(const FitSettings& fit) {
  Json json = Json::object();
  add_settings(json["evidence"], fit.evidence);
  add_settings(json, fit);
  return json;
}

Json to_json(const FeatureEncoding& feature) {
  return {{"name", feature.name},         {"column", feature.column},
          {"position", feature.position}, {"category", to_json(feature.category)},
          {"mean", feature.mean},         {"scale", feature.scale}};
}

Json to_json(const Encoding& encoding) {
  Json features = Json::array();
  for (const FeatureEncoding& feature : encoding.features) features.push_back(to_json(feature));
  return {{"features", features},
          {"label_column", encoding.label_column},
          {"label_position", encoding.label_position},
          {"columns", encoding.columns},
          {"negative", encoding.negative},
          {"positive", encoding.positive},
          {"has_header", encoding.has_header},
          {"standardized", encoding.standardized}};
}

Json to_json(const Dataset& data, DataNumbers numbers) {
  const bool inside = numbers == DataNumbers::inside;
  return {{"rows", data.rows},
          {"features", data.features},
          {"feature_names", data.feature_names},
          {"inputs", inside ? Json(data.inputs) : Json(nullptr)},
          {"labels", inside ? Json(signs_of(data.responses)) : Json(nullptr)}};
}

}  // namespace

std::string run_info_to_json(const RunInfo& info, DataNumbers numbers) {
  const Json json = {{"format", kRunInfoFormat},
                     {"version", info.version},
                     {"source", info.source},
                     {"model", to_json(info.model)},
                     {"fit", to_json(info.fit)},
                     {"encoding", to_json(info.encoding)},
                     {"data", to_json(info.data, numbers)},
                     {"parameter_names", info.parameter_names}};
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace lehr

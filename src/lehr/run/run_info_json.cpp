#include <lehr/run/run_info_json.hpp>

#include <nlohmann/json.hpp>

namespace lehr {
namespace {

// Keys stay in the order in which they are written, so that the text reads like the structs.
using Json = nlohmann::ordered_json;

template <typename Value>
Json or_null(const std::optional<Value>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json to_json(const GammaPrior& prior) { return {{"shape", prior.shape}, {"rate", prior.rate}}; }

Json to_json(const ModelSettings& model) {
  return {{"kernel", model.kernel},
          {"ard", model.ard},
          {"likelihood", model.likelihood},
          {"variance_prior", to_json(model.variance_prior)},
          {"lengthscale_prior", model.lengthscale_prior ? to_json(*model.lengthscale_prior) : Json(nullptr)}};
}

Json to_json(const EvidenceSettings& evidence) {
  return {{"approximation", evidence.approximation},
          {"ep_sweeps", or_null(evidence.ep_sweeps)},
          {"ep_converged", evidence.ep_converged},
          {"estimator", or_null(evidence.estimator)},
          {"importance_samples", evidence.importance_samples},
          {"repeats", evidence.repeats},
          {"temperatures", or_null(evidence.temperatures)},
          {"ladder", evidence.ladder},
          {"seed", evidence.seed}};
}

Json to_json(const FitSettings& fit) {
  return {{"evidence", to_json(fit.evidence)},
          {"sampler", fit.sampler},
          {"tune_on", fit.tune_on},
          {"chains", fit.chains},
          {"warmup", fit.warmup},
          {"draws", fit.draws},
          {"thin", fit.thin},
          {"keep_latents", fit.keep_latents}};
}

Json to_json(const FeatureEncoding& feature) {
  return {{"name", feature.name},         {"column", feature.column},
          {"position", feature.position}, {"category", or_null(feature.category)},
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
          {"labels", inside ? Json(data.labels) : Json(nullptr)}};
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

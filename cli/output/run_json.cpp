#include <cli/output/run_result.hpp>

namespace lehr::cli {
namespace {

Json parameter_json(const ParameterSummary& parameter) {
  Json json;
  json["name"] = parameter.name;
  json["mean"] = parameter.mean;
  json["sd"] = or_null(parameter.sd);
  json["q5"] = parameter.q5;
  json["q50"] = parameter.q50;
  json["q95"] = parameter.q95;
  json["ess_bulk"] = or_null(parameter.ess_bulk);
  json["ess_tail"] = or_null(parameter.ess_tail);
  json["rhat"] = or_null(parameter.rhat);
  json["mcse_mean"] = or_null(parameter.mcse_mean);
  return json;
}

}  // namespace

Json run_json(const RunResult& result) {
  const RunReport& report = result.report;
  const RunInfo& info = result.info;
  const EvidenceSettings& evidence = info.fit.evidence;
  Json json;
  json["parameters"] = Json::array();
  for (const ParameterSummary& parameter : report.summary.parameters) {
    json["parameters"].push_back(parameter_json(parameter));
  }
  json["acceptance_rate"] = Json::array();
  json["longest_stretch"] = Json::array();
  for (const ChainMovement& chain : report.summary.movement) {
    json["acceptance_rate"].push_back(chain.acceptance_rate);
    json["longest_stretch"].push_back(chain.longest_stretch);
  }
  json["chains"] = report.summary.chains;
  json["draws"] = report.summary.draws;
  json["seconds"] = report.seconds;
  json["warnings"] = report.warnings;
  json["complete"] = report.complete;
  json["goal_reached"] = report.goal_reached ? Json(*report.goal_reached) : Json(nullptr);
  if (report.progress) {
    json["progress"]["evaluations"] = report.progress->evaluations;
    json["progress"]["draws"] = report.progress->draws;
    json["progress"]["seconds_since_written"] = report.progress->seconds_since_written;
  }
  json["estimate_noise"] = report.estimate_noise;

  json["run"] = result.path;
  json["source"] = info.source;
  json["rows"] = info.data.rows;
  json["features"] = info.data.features;
  json["label"] = info.encoding.label_column;
  json["positive"] = info.encoding.positive;
  json["standardize"] = info.encoding.standardized;
  json["kernel"] = info.model.kernel;
  json["ard"] = info.model.ard;
  json["likelihood"] = info.model.likelihood;
  json["sampler"] = report.sampler;
  json["tune_on"] = info.fit.tune_on;
  json["warmup"] = info.fit.warmup;
  json["thin"] = info.fit.thin;
  json["latents"] = info.fit.keep_latents;
  json["approximation"] = evidence.approximation;
  json["estimator"] = report.estimator;
  json["importance_samples"] = evidence.importance_samples;
  json["seed"] = evidence.seed;
  json["version"] = info.version;
  return json;
}

}  // namespace lehr::cli

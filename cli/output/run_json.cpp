#include <cli/options/model_options.hpp>
#include <cli/output/run_result.hpp>
#include <cli/output/settings_json.hpp>

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

Json coefficient_json(const Coefficient& coefficient, const Encoding& encoding) {
  Json json;
  json["name"] = coefficient.name;
  json["mean"] = coefficient.mean;
  json["sd"] = coefficient.sd;
  json["q5"] = coefficient.q5;
  json["q50"] = coefficient.q50;
  json["q95"] = coefficient.q95;
  json["mean_per_unit"] = or_null(mean_per_unit(coefficient, encoding));
  return json;
}

/// Null where the model has coefficients that were not made.
Json coefficients_json(const RunResult& result) {
  const bool has_terms = result.info.model.intercept > 0 || result.info.model.linear > 0;
  if (has_terms && result.report.coefficients.empty()) return nullptr;
  Json json = Json::array();
  for (const Coefficient& coefficient : result.report.coefficients) {
    json.push_back(coefficient_json(coefficient, result.info.encoding));
  }
  return json;
}

Json loo_json(const LeaveOneOutScore& loo) {
  Json json;
  json["kind"] = loo.kind;
  json["elpd"] = loo.elpd;
  json["se"] = loo.se;
  json["log_loss"] = loo.log_loss;
  json["error"] = or_null(loo.error);
  json["pareto_k_bad"] = loo.pareto_k_bad;
  json["regression_error"] = loo.regression_error;
  return json;
}

Json count_or_null(const std::optional<std::size_t>& count) { return count ? Json(*count) : Json(nullptr); }

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
  json["coefficients"] = coefficients_json(result);
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
  if (result.tails) {
    for (const std::string& warning : result.tails->warnings) json["warnings"].push_back(warning);
  }
  json["complete"] = report.complete;
  json["goal_reached"] = report.goal_reached ? Json(*report.goal_reached) : Json(nullptr);
  if (report.progress) {
    json["progress"]["evaluations"] = report.progress->evaluations;
    json["progress"]["draws"] = report.progress->draws;
    json["progress"]["seconds_since_written"] = report.progress->seconds_since_written;
  }
  json["estimate_noise"] = report.estimate_noise;
  json["silence"] = report.silence.empty() ? Json(nullptr) : Json(report.silence);
  json["broken_proposals"] = count_or_null(report.summary.broken_proposals);
  json["warmup_evaluations"] = count_or_null(report.warmup_evaluations);
  json["loo"] = report.loo ? loo_json(*report.loo) : Json(nullptr);
  const std::optional<ModelEvidence>& model_evidence = report.model_evidence;
  json["log_model_evidence"] = model_evidence ? Json(model_evidence->log_value) : Json(nullptr);
  json["log_model_evidence_error"] = model_evidence ? Json(model_evidence->error) : Json(nullptr);
  json["tails"] = result.tails ? tails_json(*result.tails) : Json(nullptr);

  json["run"] = result.path;
  json["source"] = info.source;
  json["rows"] = info.data.rows;
  json["features"] = info.data.features;
  json["label"] = info.encoding.label_column;
  json["positive"] = info.encoding.positive;
  json["standardize"] = info.encoding.standardized;
  write_settings(json, info.model, kPriors);
  json["sampler"] = report.sampler;
  json["fallback_reason"] = report.fallback_reason.empty() ? Json(nullptr) : Json(report.fallback_reason);
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

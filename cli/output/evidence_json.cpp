#include <cmath>
#include <numbers>

#include <cli/options/model_options.hpp>
#include <cli/output/evidence_result.hpp>
#include <cli/output/settings_json.hpp>

namespace lehr::cli {

Json evidence_json(const EvidenceResult& result) {
  const EvidenceReport& report = result.report;
  const auto where = [](bool applies, const Json& value) { return applies ? value : Json(nullptr); };
  const bool estimates = report.importance_samples > 0;
  const bool anneals = report.temperatures > 0;
  Json json;
  json["log_evidence"] = report.log_evidence;
  json["log_estimates"] = report.log_estimates;
  json["sd_log"] = or_null(report.sd_log);
  json["r"] = report.sd_log ? Json(*report.sd_log / std::numbers::ln10) : Json(nullptr);
  json["se_log"] = or_null(report.se_log);
  json["approximation_log_evidence"] = or_null(report.approximation_log_evidence);
  json["noise"] = or_null(report.noise);
  json["effective_sample_size"] = or_null(report.effective_sample_size);
  json["pareto_k"] = or_null(report.pareto_k);
  json["rows"] = report.rows;
  json["features"] = report.features;
  json["seconds"] = report.seconds;

  write_settings(json, result.model, kPriors);
  json["variance"] = result.parameters.variance;
  json["lengthscale"] = result.parameters.lengthscales;
  json["approximation"] = report.approximation;
  json["ep_sweeps"] = or_null(report.sweeps);
  json["iterations"] = report.iterations;
  json["converged"] = report.converged;
  json["jitter"] = report.jitter;
  json["rank"] = where(report.rank.has_value(), report.rank.value_or(0));
  json["estimator"] = report.estimator;
  json["importance_samples"] = where(estimates, report.importance_samples);
  json["repeats"] = result.settings.repeats;
  json["temperatures"] = where(anneals, report.temperatures);
  json["ladder"] = where(anneals, report.ladder);
  json["seed"] = result.settings.seed;
  json["threads"] = result.threads;
  json["standardize"] = result.encoding.standardized;
  json["label"] = result.encoding.label_column;
  json["positive"] = result.encoding.positive;
  json["warnings"] = report.warnings;
  return json;
}

Json comparison_json(const EvidenceResult& result, const EvidenceComparison& comparison) {
  Json json;
  json["cholesky_seconds"] = comparison.cholesky_seconds;
  json["comparison"] = Json::array();
  EvidenceResult one = result;
  for (const EvidenceReport& report : comparison.reports) {
    one.report = report;
    Json entry = evidence_json(one);
    entry["cost"] = comparison.cost(report);
    json["comparison"].push_back(std::move(entry));
  }
  return json;
}

}  // namespace lehr::cli

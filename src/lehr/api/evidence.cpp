#include <lehr/api/evidence.hpp>

#include <chrono>
#include <cmath>

#include <lehr/approx/approximation.hpp>
#include <lehr/base/check.hpp>
#include <lehr/base/flush_denormals.hpp>
#include <lehr/model/covariance.hpp>
#include <lehr/model/model.hpp>

namespace lehr {
namespace {

constexpr const char* kNoNumbers =
    "the numbers broke down at these kernel parameters: the covariance is not finite; choose a smaller variance";

}  // namespace

void EvidenceSettings::check(const ModelSettings& model) const {
  const Approximation& chosen = approximations::named(approximation);
  if (ep_sweeps) check_at_least("ep_sweeps", *ep_sweeps, 1);
  check_at_least("importance_samples", importance_samples, 1);
  check_at_least("repeats", repeats, 1);
  if (temperatures) check_at_least("temperatures", *temperatures, 1);
  if (!chosen.has_evidence()) {
    throw UsageError("the approximation '" + approximation + "' has no evidence of its own; choose laplace or ep");
  }
  model.check();
}

EvidenceReport evidence(const Dataset& data, const ModelSettings& model_settings, const KernelParameters& parameters,
                        const EvidenceSettings& settings, const RunContext& context) {
  settings.check(model_settings);
  parameters.check(data.features);
  const FlushDenormals flush;
  const Model model(model_settings, data.feature_names);
  const Approximation& approximation = approximations::named(settings.approximation);

  const auto start = std::chrono::steady_clock::now();
  Matrix covariance;
  fill_covariance(data, model.kernel(), parameters, covariance);
  const LatentProblem problem{covariance, data.labels, model.likelihood()};
  SitePosterior posterior;
  if (!approximation.fit(problem, {settings.ep_sweeps, context}, posterior)) throw RunError(kNoNumbers);
  const std::optional<double> own = approximation.log_evidence(problem, posterior);
  if (!own || !std::isfinite(*own)) throw RunError(kNoNumbers);

  EvidenceReport report;
  report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  report.approximation_log_evidence = own;
  report.log_evidence = *own;
  report.log_estimates = {*own};
  report.sd_log = 0;
  report.se_log = std::nullopt;
  report.rows = data.rows;
  report.features = data.features;
  report.kernel = model.kernel().name();
  report.likelihood = model.likelihood().name();
  report.approximation = approximation.name();
  report.estimator = "approximation";
  report.iterations = posterior.iterations;
  report.converged = posterior.converged;
  report.ladder = settings.ladder;
  if (!posterior.converged) {
    report.warnings.push_back("the approximation did not converge in " + std::to_string(posterior.iterations) +
                              " iterations: its log evidence is rough");
  }
  return report;
}

EvidenceGradient evidence_gradient(const Dataset& data, const ModelSettings& model_settings,
                                   const KernelParameters& parameters, const std::string& approximation_name) {
  parameters.check(data.features);
  const FlushDenormals flush;
  const Model model(model_settings, data.feature_names);
  const Approximation& approximation = approximations::named(approximation_name);
  Matrix covariance;
  fill_covariance(data, model.kernel(), parameters, covariance);
  const LatentProblem problem{covariance, data.labels, model.likelihood()};
  SitePosterior posterior;
  Matrix sensitivity;
  if (!approximation.fit(problem, {}, posterior)) throw RunError(kNoNumbers);
  const std::optional<double> own = approximation.log_evidence(problem, posterior);
  if (!own || !approximation.sensitivity(problem, posterior, sensitivity)) throw RunError(kNoNumbers);
  return {*own, chain_rule(data, model.kernel(), parameters, sensitivity)};
}

}  // namespace lehr

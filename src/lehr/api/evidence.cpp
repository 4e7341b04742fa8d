#include <lehr/api/evidence.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <span>
#include <string>
#include <utility>

#include <lehr/base/flush_denormals.hpp>
#include <lehr/evidence/at_theta.hpp>
#include <lehr/evidence/infinite_variance.hpp>
#include <lehr/evidence/method.hpp>
#include <lehr/evidence/pareto_tail.hpp>
#include <lehr/math/log_sum_exp.hpp>
#include <lehr/model/model.hpp>
#include <lehr/priors/prior_form.hpp>
#include <lehr/run/run.hpp>

namespace lehr {
namespace {

constexpr std::size_t kRepeatsForSd = 10;
constexpr double kTooNoisy = 1.5;
constexpr double kFewEffective = 10;

RunError broke_down() {
  return RunError("the numbers broke down at these kernel parameters; try a smaller variance or a larger lengthscale");
}

[[noreturn]] void throw_failure(const RunContext& context) {
  context.throw_if_stopped();
  throw broke_down();
}

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

double sd(std::span<const double> values) {
  double mean = 0;
  for (const double value : values) mean += value / double(values.size());
  double sum = 0;
  for (const double value : values) sum += (value - mean) * (value - mean);
  return std::sqrt(sum / double(values.size() - 1));
}

/// Relative variance of exp(log_weights): their squared sd over their squared mean.
double relative_variance(std::span<const double> log_weights) {
  const double log_mean = log_mean_exp(log_weights);
  double sum = 0;
  for (const double w : log_weights) sum += std::pow(std::exp(w - log_mean) - 1, 2);
  return sum / double(log_weights.size() - 1);
}

/// Everything that the log weights of all repeats say about the estimate and its error.
void summarise_weights(const std::vector<double>& weights, std::size_t repeats, EvidenceReport& report) {
  const std::size_t samples = weights.size() / repeats;
  double ess = 0;
  report.log_estimates.clear();
  for (std::size_t r = 0; r < repeats; ++r) {
    const std::span<const double> one(weights.data() + r * samples, samples);
    report.log_estimates.push_back(log_mean_exp(one));
    std::vector<double> doubled(one.begin(), one.end());
    for (double& w : doubled) w *= 2;
    ess += std::exp(2 * log_sum_exp(one) - log_sum_exp(doubled)) / double(repeats);
  }
  report.effective_sample_size = ess;
  report.log_evidence = log_mean_exp(weights);
  if (repeats > 1) report.sd_log = sd(report.log_estimates);
  if (weights.size() > 1) {
    const double spread = relative_variance(weights);
    report.se_log = std::sqrt(spread / double(weights.size()));
    report.pareto_k = pareto_k(weights);
    // The tail of weights that are nearly alike does not matter.
    report.heavy_tail = spread > 1 && report.pareto_k && *report.pareto_k > largest_good_pareto_k(weights.size());
    report.noise = repeats >= kRepeatsForSd ? *report.sd_log : std::sqrt(spread / double(samples));
  }
}

std::string with_two_digits(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.2g", value);
  return text;
}

/// What may help where the weights differ too much: more of what was used, or what is best unless the user chooses.
std::string advice(const EvidenceMethod& method, const EvidenceReport& report) {
  const EvidenceSettings best;
  const std::string estimator = best.used_estimator({.likelihood = report.likelihood});
  std::string text = "use more importance samples";
  if (report.sweeps && method.sweeps) text += " or more sweeps of ep (--ep-sweeps converged)";
  if (report.approximation != best.approximation) text += " or a better approximation (" + best.approximation + ")";
  if (report.estimator != estimator) text += " or a better estimator (" + estimator + ")";
  return text;
}

void add_warnings(const EvidenceAtTheta& at_theta, const EvidenceMethod& method, EvidenceReport& report) {
  if (!at_theta.posterior().converged) {
    report.warnings.push_back("the approximation did not converge in " +
                              std::to_string(at_theta.posterior().iterations) +
                              " iterations: its own log evidence is rough");
  }
  if (report.noise && *report.noise > kTooNoisy) {
    report.warnings.push_back(
        "one estimate has a noise of about " + with_two_digits(*report.noise) +
        " (sd of its logarithm); above 1.5 a pseudo-marginal chain gets stuck: " + advice(method, report));
  } else if (report.importance_samples > kFewEffective && report.effective_sample_size < kFewEffective) {
    report.warnings.push_back("the estimate rests on about " + with_two_digits(*report.effective_sample_size) + " of " +
                              std::to_string(report.importance_samples) +
                              " samples, so the error shown is itself rough: " + advice(method, report));
  }
  if (report.infinite_variance) {
    report.warnings.push_back(
        "the weights have infinite variance here, so the errors shown are too small; use look-ahead, or ais with more "
        "temperatures");
  } else if (report.heavy_tail) {
    report.warnings.push_back("a few weights outweigh the rest by far (Pareto k " + with_two_digits(*report.pareto_k) +
                              "), so the estimate may be further off than its error says: " + advice(method, report));
  }
}

}  // namespace

bool has_sweeps(const EvidenceSettings& settings) { return approximations::named(settings.approximation).sweeps(); }

EvidenceReport evidence(const Dataset& data, const ModelSettings& model_settings, const KernelParameters& parameters,
                        const EvidenceSettings& settings, const RunContext& context) {
  settings.check(model_settings);
  parameters.check(data.features);
  const Model model(model_settings, data.feature_names);
  const EvidenceMethod method = choose_method(settings, model.likelihood(), data.rows);
  const auto repeats = static_cast<std::size_t>(settings.repeats);

  const auto start = std::chrono::steady_clock::now();
  EvidenceAtTheta at_theta;
  if (!at_theta.prepare(data, model, parameters, method, context)) throw_failure(context);
  EvidenceReport report;
  report.seconds_shared = seconds_since(start);
  std::vector<double> weights;
  Matrix states;
  if (method.estimator == nullptr) {
    report.approximation_log_evidence = at_theta.approximation_log_evidence();
  } else {
    weights = at_theta.log_weights(settings.seed, repeats, static_cast<std::size_t>(settings.importance_samples),
                                   context, settings.keep_latents ? &states : nullptr);
  }
  report.seconds = seconds_since(start);
  context.throw_if_stopped();

  if (method.estimator == nullptr) {
    if (!report.approximation_log_evidence) throw broke_down();
    report.log_evidence = *report.approximation_log_evidence;
    report.log_estimates.assign(repeats, report.log_evidence);
    report.sd_log = 0;
    report.noise = 0;
  } else {
    report.approximation_log_evidence = at_theta.approximation_log_evidence();
    context.throw_if_stopped();
    summarise_weights(weights, repeats, report);
    report.importance_samples = settings.importance_samples;
    if (method.estimator->draws_from_sites()) {
      const double last_step = method.ladder[0] - method.ladder[1];
      report.infinite_variance =
          has_infinite_variance(at_theta.problem(), at_theta.posterior(), last_step, context.stop).value_or(false);
      context.throw_if_stopped();
    }
    if (method.estimator->uses_ladder()) {
      report.temperatures = static_cast<int>(method.ladder.size()) - 1;
      report.ladder = settings.ladder;
    }
    report.latents.assign(states.data(), states.data() + states.size());
    report.state_name = state_name(at_theta.noise_of_ends());
    report.log_weights = std::move(weights);
  }
  if (!std::isfinite(report.log_evidence)) throw broke_down();
  report.rows = data.rows;
  report.features = data.features;
  report.kernel = model.kernel().name();
  report.likelihood = model.likelihood().name();
  report.approximation = method.approximation.name();
  report.estimator = method.estimator == nullptr ? "approximation" : method.estimator->name();
  report.iterations = at_theta.posterior().iterations;
  if (method.approximation.sweeps()) report.sweeps = report.iterations;
  report.converged = at_theta.posterior().converged;
  report.jitter = at_theta.prior().jitter();
  report.rank = at_theta.prior().rank();
  add_warnings(at_theta, method, report);
  return report;
}

EvidenceGradient evidence_gradient(const Dataset& data, const ModelSettings& model_settings,
                                   const KernelParameters& parameters, const std::string& approximation_name,
                                   const RunContext& context) {
  const Approximation& approximation = approximations::named(approximation_name);
  if (!approximation.has_evidence()) {
    throw UsageError("the approximation '" + approximation_name + "' has no evidence of its own");
  }
  parameters.check(data.features);
  const FlushDenormals flush;
  const Model model(model_settings, data.feature_names);
  const std::unique_ptr<RowDensity> density = model.density(data.responses, parameters);
  const std::unique_ptr<GaussianPrior> prior =
      choose_prior({data, model.covariance(parameters), Use::gradients, context.stop, density->curvature_bound()});
  if (prior == nullptr) throw_failure(context);
  const LatentProblem problem{*prior, *density};
  SitePosterior posterior;
  if (!approximation.fit(problem, {.context = context}, posterior)) throw_failure(context);
  const std::optional<double> own = approximation.log_evidence(problem, posterior);
  std::optional<std::vector<double>> gradient = approximation.gradient(problem, posterior);
  if (!own || !gradient) throw_failure(context);
  return {*own, std::move(*gradient)};
}

}  // namespace lehr

#include <experiments/program/figure2_units.hpp>

#include <cmath>
#include <utility>

#include <experiments/program/stopwatch.hpp>
#include <lehr/api/run.hpp>
#include <lehr/api/simulate.hpp>
#include <lehr/diagnostics/moments.hpp>
#include <lehr/evidence/at_theta.hpp>
#include <lehr/math/log_sum_exp.hpp>
#include <lehr/samplers/chain.hpp>

namespace lehr::reproduce {
namespace {

constexpr double kVariance = 20;
constexpr double kLengthscale = 0.255;
constexpr std::size_t kFeatures = 2;
constexpr std::size_t kImportanceSamples = 4;  // N_imp
constexpr std::size_t kThin = 5;               // iterations of the preliminary chain for each theta

std::string prefix(const Request& request, std::size_t rows) {
  return request.unit_prefix() + "figure2-n" + std::to_string(rows);
}

Dataset made_up(std::size_t rows, std::uint64_t seed) {
  return simulate({.rows = rows, .features = kFeatures, .balanced = true, .seed = seed}, {},
                  {kVariance, {kLengthscale}});
}

Json draw_thetas(std::size_t rows, std::size_t thetas, std::uint64_t seed, const RunContext& context) {
  SampleRequest request;
  request.table.data = made_up(rows, seed);
  request.settings.chains = 1;
  request.settings.draws = thetas;
  request.settings.thin = kThin;
  request.settings.keep_latents = false;
  request.settings.model_evidence = false;
  request.settings.evidence.seed = seed;
  const SampleReport report = sample(std::move(request), context);
  if (report.interrupted) throw Interrupted();
  return {{"variance", report.run.chains.parameters[0]}, {"lengthscale", report.run.chains.parameters[1]}};
}

/// Another seed for each theta: its random numbers are its own.
std::uint64_t seed_of(std::uint64_t seed, std::size_t rows, std::size_t theta) {
  return Stream({.seed = seed, .purpose = Purpose::particle_draws, .chain = theta, .iteration = rows})();
}

/// r, the log evidence and the cost at each theta. null where the numbers break down.
Json measure(const NoiseMethod& method, std::size_t rows, std::size_t repetitions, std::uint64_t seed,
             const Json& thetas, const RunContext& context) {
  const Dataset data = made_up(rows, seed);
  const Model model({}, data.feature_names);
  const EvidenceMethod evidence_method = choose_method({.approximation = std::string(method.approximation),
                                                        .estimator = std::string(method.estimator),
                                                        .ladder = "paper"},
                                                       model.likelihood(), rows);
  EvidenceAtTheta at_theta;
  CholeskyClock clock(static_cast<Index>(rows));
  Json result = {{"r", Json::array()}, {"log_evidence", Json::array()}, {"seconds", Json::array()}};
  for (std::size_t k = 0; k < thetas["variance"].size(); ++k) {
    const KernelParameters parameters{thetas["variance"][k], {thetas["lengthscale"][k].get<double>()}};
    clock.tick();
    const double start = thread_seconds();
    const bool is_prepared = at_theta.prepare(data, model, parameters, evidence_method, {.stop = context.stop});
    context.throw_if_stopped();
    if (!is_prepared) {
      for (auto& [key, values] : result.items()) values.push_back(nullptr);
      continue;
    }
    const double prepared = thread_seconds();
    const std::vector<double> weights =
        at_theta.log_weights(seed_of(seed, rows, k), repetitions, kImportanceSamples, context);
    context.throw_if_stopped();
    const double end = thread_seconds();
    std::vector<double> estimates;
    for (std::size_t i = 0; i < repetitions; ++i) {
      estimates.push_back(log_mean_exp(std::span(weights).subspan(i * kImportanceSamples, kImportanceSamples)));
    }
    result["r"].push_back(std::sqrt(sample_variance(estimates)) / std::log(10));
    result["log_evidence"].push_back(log_mean_exp(weights));
    result["seconds"].push_back((prepared - start) + (end - prepared) / static_cast<double>(repetitions));
  }
  result["cholesky_seconds"] = clock.seconds();
  return result;
}

}  // namespace

NoisePlan NoisePlan::of(const Request& request) {
  if (request.quick) return {.rows = {10, 50, 100}, .thetas = 8, .repetitions = 20};
  return {.rows = {10, 50, 100, 500, 1000}, .thetas = 50, .repetitions = 50};
}

std::string NoisePlan::words() const {
  return std::to_string(thetas) + " draws of theta, " + std::to_string(repetitions) + " repetitions of " +
         std::to_string(kImportanceSamples) + " importance samples";
}

std::string theta_unit_name(const Request& request, std::size_t rows) { return prefix(request, rows) + "-theta"; }

std::string noise_unit_name(const Request& request, std::size_t rows, const NoiseMethod& method) {
  return prefix(request, rows) + "-" + std::string(method.name);
}

std::vector<Unit> figure2_units(const Request& request) {
  const NoisePlan plan = NoisePlan::of(request);
  const std::uint64_t seed = request.seed;
  std::vector<Unit> units;
  for (const std::size_t rows : plan.rows) {
    const double weight = 1e5 + evaluation_weight(rows);
    const std::size_t thetas = plan.thetas;
    const Json options = {
        {"seed", seed}, {"rows", rows}, {"thetas", thetas}, {"thin", kThin}, {"renewal", kRenewalProbability}};
    units.push_back(
        {.name = theta_unit_name(request, rows),
         .options = options,
         .weight = weight,
         .run = [=](const Results&, const RunContext& context) { return draw_thetas(rows, thetas, seed, context); }});
    for (const NoiseMethod& method : kNoiseMethods) {
      Json noise_options = options;
      noise_options["repetitions"] = plan.repetitions;
      noise_options["importance_samples"] = kImportanceSamples;
      noise_options["approximation"] = method.approximation;
      noise_options["estimator"] = method.estimator;
      noise_options["ladder"] = "paper";
      const std::string thetas_name = theta_unit_name(request, rows);
      units.push_back({.name = noise_unit_name(request, rows, method),
                       .options = std::move(noise_options),
                       .weight = weight,
                       .needs = {thetas_name},
                       .run = [=, repetitions = plan.repetitions](const Results& results, const RunContext& context) {
                         return measure(method, rows, repetitions, seed, results.of(thetas_name), context);
                       }});
    }
  }
  return units;
}

}  // namespace lehr::reproduce

#include <lehr/api/fit_parts.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

#include <lehr/base/memory.hpp>
#include <lehr/base/version.hpp>
#include <lehr/evidence/at_theta.hpp>
#include <lehr/evidence/method.hpp>
#include <lehr/samplers/noise.hpp>

namespace lehr {
namespace {

constexpr std::size_t kStatesForNoise = 5;

}  // namespace

void check_memory_for_fit(std::size_t rows, const FitSettings& settings, const RunContext& context) {
  const auto threads = static_cast<std::size_t>(std::max(1, context.threads));
  const std::size_t used = std::min(threads, settings.chains);
  check_addresses_for_threads(used);
  check_memory_for(rows, kMatricesAtTheta * static_cast<double>(used));
}

RunInfo describe_run(std::string source, EncodedTable table, const FitSettings& settings,
                     const ModelSettings& model_settings, const Model& model) {
  RunInfo info;
  info.version = version();
  info.source = std::move(source);
  info.model = model_settings;
  info.fit = settings;
  if (settings.evidence.estimator) info.fit.evidence.estimator = settings.evidence.used_estimator(model_settings);
  info.encoding = std::move(table.encoding);
  info.data = std::move(table.data);
  info.parameter_names = model.space().names();
  return info;
}

std::vector<double> row_log_likelihoods(const Model& model, const Dataset& data, std::span<const double> parameters,
                                        std::span<const double> latent) {
  const Responses responses = responses_of_labels(model.likelihood().responds_to(), data.labels);
  const std::unique_ptr<RowDensity> density = model.density(responses, model.theta(parameters));
  std::vector<double> values(latent.size());
  for (std::size_t i = 0; i < latent.size(); ++i) values[i] = density->log_density(i, latent[i]).value;
  return values;
}

bool is_for_noise(std::size_t chain, std::size_t draw, std::size_t draws) {
  const std::size_t every = std::max<std::size_t>(1, draws / kStatesForNoise);
  return chain == 0 && draw % every == every / 2;
}

std::optional<double> noise_of_run(const RunInfo& info, const Model& model, const FitOutcome& outcome,
                                   const std::vector<std::vector<double>>& thetas, const RunContext& context) {
  std::vector<std::vector<double>> log_thetas;
  for (const std::vector<double>& theta : thetas) log_thetas.push_back(model.space().free(theta));
  EvidenceMethod method = choose_chain_method(info.fit.evidence, model.likelihood(), info.data.rows);
  method.learned = outcome.learned_sites;
  return estimate_noise(info.data, model, method, log_thetas,
                        static_cast<std::size_t>(info.fit.evidence.importance_samples), info.fit.evidence.seed,
                        context);
}

}  // namespace lehr

#pragma once

#include <cmath>
#include <string>
#include <vector>

#include <lehr/run/run.hpp>

namespace lehr {

/// A small run with a value other than the default in every field.
inline RunInfo example_run(bool ard) {
  RunInfo info;
  info.version = "0.1.0";
  info.source = "tables/gl\u00e4ser \"1\".csv";
  info.model = {.kernel = "matern32",
                .ard = ard,
                .likelihood = "probit",
                .variance_prior = {1.3, 0.1},
                .lengthscale_prior = GammaPrior{2, 1.0 / 3},
                .intercept = 12.5,
                .linear = 1.0 / 3};
  info.fit.evidence = {.approximation = "laplace",
                       .ep_sweeps = 3,
                       .ep_converged = false,
                       .estimator = "ais",
                       .importance_samples = 7,
                       .repeats = 2,
                       .temperatures = 9,
                       .ladder = "paper",
                       .seed = 18446744073709551615U};
  info.fit.sampler = "metropolis";
  info.fit.tune_on = "laplace";
  info.fit.chains = 2;
  info.fit.warmup = 31;
  info.fit.draws = 5;
  info.fit.thin = 3;
  info.fit.keep_latents = true;
  info.fit.model_evidence = false;
  info.encoding.features = {{"age, years", "age, years", 0, {}, 0.1, 1e-300},
                            {"colour=r\u00f6d", "colour", 2, "r\u00f6d", -0.0, 1.0 / 3}};
  info.encoding.label_column = "label";
  info.encoding.label_position = 1;
  info.encoding.columns = 3;
  info.encoding.negative = "no";
  info.encoding.positive = "yes";
  info.encoding.has_header = true;
  info.encoding.standardized = true;
  info.data.rows = 3;
  info.data.features = 2;
  info.data.inputs = {0.1, -1.0 / 3, 5e-324, 1e308, -0.0, 2};
  info.data.responses.value = {1, 0, 1};
  info.data.feature_names = {"age, years", "colour=r\u00f6d"};
  info.parameter_names = {"variance", "lengthscale"};
  if (ard) info.parameter_names = {"variance", "lengthscale[age, years]", "lengthscale[colour=r\u00f6d]"};
  return info;
}

/// A draw whose numbers tell from which chain, draw and row they are.
inline Draw example_draw(const RunInfo& info, std::size_t chain, std::size_t draw) {
  const double base = 100 * static_cast<double>(chain) + static_cast<double>(draw);
  Draw values;
  for (std::size_t i = 0; i < info.parameter_names.size(); ++i) {
    values.parameters.push_back(1 + base + 0.1 * static_cast<double>(i));
  }
  values.log_evidence_estimate = -base - 0.3;
  values.log_prior = -2 * base - 1.0 / 3;
  values.accepted = draw % 2 == 1;
  values.numbers_from = 1000 * base + 7;
  values.broken = static_cast<double>((chain + draw) % 3);
  for (const double value : values.parameters) values.log_theta.push_back(std::log(value));
  for (std::size_t row = 0; row < info.data.rows; ++row) {
    values.latent.push_back(std::sin(base + 10 * static_cast<double>(row)));
    values.state.push_back(std::cos(base + 10 * static_cast<double>(row)));
    values.alpha.push_back(std::tan(base + 10 * static_cast<double>(row)));
  }
  return values;
}

/// Four evaluations of a chain's warm-up, at one of which the numbers broke down.
inline std::vector<double> example_warm_up(std::size_t chain) {
  return {-1.5, -INFINITY, -2 - static_cast<double>(chain), -0.25};
}

/// Leave-one-out of its three rows, in one of which no tail could be fitted.
inline RunOutcome example_outcome() {
  return {
      .sampler = "metropolis",
      .seconds = 1.5,
      .estimate_noise = 0.25,
      .warmup_evaluations = 46,
      .leave_one_out = LeaveOneOut{
          .kind = "ep", .regression_error = 0.125, .elpd = {-0.5, -1.0 / 3, -2}, .pareto_k = {0.1, -INFINITY, 0.8}}};
}

}  // namespace lehr

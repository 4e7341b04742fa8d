#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include <lehr/samplers/fit.hpp>
#include <support/joint_draw.hpp>
#include <support/memory_store.hpp>

// Simulation-based calibration (Talts, Betancourt, Simpson, Vehtari & Gelman 2018). Where theta, f and y are drawn from
// the model and the posterior given y is sampled, the rank of each drawn quantity among its posterior draws is uniform.
// log p(y | f) is among them because it depends on y: a sampler that returns the prior has uniform ranks in the others.
namespace lehr::calibration {

constexpr std::size_t kRows = 30;
constexpr std::size_t kFeatures = 2;
constexpr std::size_t kDraws = 63;  // of one replication: ranks 0 … 63
constexpr std::size_t kBins = 16;   // of four ranks each
constexpr std::array<const char*, 5> kQuantities = {"log variance", "log lengthscale", "f_1", "f_2", "log p(y | f)"};

struct Setting {
  const char* name;
  const char* likelihood;
  const char* estimator;
  const char* approximation;
  const char* sampler;
  int samples;       // particles of an estimate
  std::size_t thin;  // iterations for each draw: enough for draws that are nearly independent
  int temperatures = 5;
  GammaPrior variance_prior = {1.1, 0.1};  // as by default
};

/// Annealing from Laplace's sites or from the prior has such heavy weights at large variances that a chain of some
/// hundred iterations hardly ever gets there, though it would in the long run. Those settings keep to smaller ones.
constexpr GammaPrior kTame = {4, 1};

/// Every setting that the full calibration runs.
inline constexpr std::array<Setting, 14> kSettings = {{
    {"ghk-emulator", "probit", "look-ahead", "ep", "emulator", 8, 6},
    {"ghk-metropolis", "probit", "look-ahead", "ep", "metropolis", 8, 25},
    // Noisy on purpose: a mistake about the random numbers that these chains keep shows where the noise matters.
    {"ghk-prior-emulator", "probit", "look-ahead", "prior", "emulator", 6, 12, 5, kTame},
    {"ghk-prior-metropolis", "probit", "look-ahead", "prior", "metropolis", 1, 50, 5, kTame},
    {"is-ep-emulator", "probit", "is", "ep", "emulator", 64, 6},
    {"is-ep-metropolis", "probit", "is", "ep", "metropolis", 64, 25},
    {"ais-ep-emulator", "probit", "ais", "ep", "emulator", 16, 6},
    {"ais-ep-metropolis", "probit", "ais", "ep", "metropolis", 16, 25},
    {"ais-laplace-emulator", "probit", "ais", "laplace", "emulator", 32, 6, 10, kTame},
    {"ais-laplace-metropolis", "probit", "ais", "laplace", "metropolis", 32, 25, 10, kTame},
    {"ais-prior-emulator", "probit", "ais", "prior", "emulator", 16, 6, 200, kTame},
    {"ais-prior-metropolis", "probit", "ais", "prior", "metropolis", 16, 25, 120, kTame},
    {"ais-ep-logit-emulator", "logit", "ais", "ep", "emulator", 16, 6},
    {"ais-ep-logit-metropolis", "logit", "ais", "ep", "metropolis", 16, 25},
}};

/// Chains on EP's own evidence, which has no noise: not calibrated, but their rate of acceptance is what the others'
/// is held against.
inline constexpr std::array<Setting, 6> kNoiseFree = {{
    {"noise-free-emulator", "probit", "approximation", "ep", "emulator", 1, 6},
    {"noise-free-metropolis", "probit", "approximation", "ep", "metropolis", 1, 25},
    {"noise-free-tame-emulator", "probit", "approximation", "ep", "emulator", 1, 6, 5, kTame},
    {"noise-free-tame-metropolis", "probit", "approximation", "ep", "metropolis", 1, 25, 5, kTame},
    {"noise-free-logit-emulator", "logit", "approximation", "ep", "emulator", 1, 6},
    {"noise-free-logit-metropolis", "logit", "approximation", "ep", "metropolis", 1, 25},
}};

struct Replication {
  std::array<std::size_t, kQuantities.size()> ranks{};
  double acceptance = 0;
};

inline FitSettings fit_settings(const Setting& setting, std::uint64_t seed) {
  FitSettings fit;
  fit.evidence.estimator = setting.estimator;
  fit.evidence.approximation = setting.approximation;
  fit.evidence.importance_samples = setting.samples;
  fit.evidence.seed = seed;
  fit.evidence.temperatures = setting.temperatures;
  fit.sampler = setting.sampler;
  if (setting.likelihood == std::string("logit")) fit.tune_on = "laplace";  // EP takes quadrature there
  fit.chains = 1;
  fit.warmup = 400;
  fit.draws = kDraws;
  fit.thin = setting.thin;
  return fit;
}

/// Draws a world, fits it and ranks its truth. The inputs are the same in all replications.
inline Replication replicate(const Setting& setting, std::uint64_t number) {
  Stream inputs_stream({.seed = 71, .purpose = Purpose::simulation});
  Dataset data = unlabelled_rows(kRows, kFeatures, inputs_stream);
  ModelSettings model_settings;
  model_settings.likelihood = setting.likelihood;
  model_settings.variance_prior = setting.variance_prior;
  const Model model(model_settings, data.feature_names);
  Stream stream({.seed = 72, .purpose = Purpose::simulation, .chain = number});
  const JointDraw truth = draw_joint(model, data, stream);
  data.responses = testing_support::responses_for(model.likelihood(), truth.labels);

  FitSettings fit = fit_settings(setting, 1000 + number);
  test::MemoryStore store(1);
  run_fit(data, model, fit, store, {});

  const auto quantities = [&](std::span<const double> log_theta, const Vector& latent) {
    return std::array{log_theta[0], log_theta[1], latent(0), latent(1), log_likelihood(model, truth.labels, latent)};
  };
  const auto true_values = quantities(truth.log_theta, truth.latent);
  Replication result;
  for (std::size_t draw = 0; draw < kDraws; ++draw) {
    const ChainState& state = store.states[0].at(draw);
    const auto values = quantities(state.log_theta, test::latent_of(state));
    for (std::size_t q = 0; q < values.size(); ++q) result.ranks[q] += values[q] < true_values[q] ? 1 : 0;
    result.acceptance += (store.accepted[0][draw] ? 1.0 : 0.0) / double(kDraws);
  }
  return result;
}

/// How far the ranks are from uniform.
struct Uniformity {
  double chi_square_z;  // chi-square of the bins as a normal deviate (Wilson-Hilferty)
  double distance;      // sqrt(count) times the largest difference of the distribution functions (Kolmogorov-Smirnov)
};

inline Uniformity uniformity(std::span<const std::size_t> ranks) {
  const auto count = double(ranks.size());
  std::array<double, kBins> bins{};
  std::array<double, kDraws + 1> cumulative{};
  for (const std::size_t rank : ranks) {
    bins[rank * kBins / (kDraws + 1)] += 1;
    cumulative[rank] += 1;
  }
  double chi_square = 0;
  for (const double bin : bins) chi_square += std::pow(bin - count / kBins, 2) / (count / kBins);
  constexpr double kFreedom = kBins - 1;
  const double spread = 2 / (9 * kFreedom);
  const double z = (std::cbrt(chi_square / kFreedom) - (1 - spread)) / std::sqrt(spread);
  double below = 0;
  double largest = 0;
  for (std::size_t rank = 0; rank <= kDraws; ++rank) {
    below += cumulative[rank];
    largest = std::max(largest, std::abs(below / count - double(rank + 1) / double(kDraws + 1)));
  }
  return {z, std::sqrt(count) * largest};
}

/// False-alarm rate of each of the two checks: 2e-6, so that 60 sets of ranks have one of 2.4e-4 in all.
constexpr double kLargestZ = 4.61;         // one-sided
constexpr double kLargestDistance = 2.63;  // 2 exp(-2 d^2); less for ranks, which are discrete

}  // namespace lehr::calibration

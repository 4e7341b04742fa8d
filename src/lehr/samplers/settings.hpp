#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <lehr/evidence/settings.hpp>
#include <lehr/settings/time_span.hpp>

namespace lehr {

/// Fewer evaluations cannot tell how to propose.
inline constexpr long long kLeastWarmUp = 20;

inline constexpr std::uint64_t kMostSeconds = 366ULL * 86400;  // of a time limit

inline constexpr long long kMostChains = 1000;
inline constexpr long long kMostIterations = 1'000'000'000;  // of warm-up, of draws, and between draws

/// Whole numbers up to here are exact where they are kept as double.
inline constexpr double kLargestIteration = 9007199254740992;  // 2^53

/// Where neither a goal nor a number of draws is asked for: the mean of a parameter is then known to 5 % of its sd.
inline constexpr std::uint64_t kUsualGoal = 400;
/// The most draws of a chain on the way to a goal, where none are asked for.
inline constexpr std::uint64_t kUsualMostDraws = 4000;

/// Fewer than a single evidence takes: a chain bears some noise (docs/defaults.md).
inline constexpr int kFitImportanceSamples = 16;

/// Of the evidence's settings, the one that a fit does not take: its estimates are made once each.
inline constexpr std::string_view kNotOfFits = "repeats";

/// How the posterior of the kernel parameters is sampled.
struct FitSettings {
  EvidenceSettings evidence = {.importance_samples = kFitImportanceSamples};  // of every iteration; no repeats
  std::string sampler = "emulator";                                           // or "metropolis"
  std::string tune_on = "ep";  // the deterministic evidence that warm-up walks on
  std::size_t chains = 4;
  std::size_t warmup = 1000;                // evaluations of each chain before the draws
  std::optional<std::uint64_t> goal = {};   // effective draws, of every parameter
  std::optional<std::uint64_t> draws = {};  // kept, of each chain: the most with a goal, else exactly
  std::size_t thin = 1;                     // iterations for each kept draw
  bool keep_latents = true;
  bool model_evidence = true;               // log p(y | model) is estimated at the end
  std::optional<TimeSpan> time_limit = {};  // of one call; the run itself does not know of it

  bool operator==(const FitSettings&) const = default;
  static std::span<const Setting<FitSettings>> table();

  /// Draws given alone are exactly those, without a goal; what is given of neither has its usual value.
  std::optional<std::uint64_t> used_goal() const;
  std::size_t most_draws() const { return draws.value_or(kUsualMostDraws); }

  /// Throws a UsageError that names the setting, its value and what it must be.
  void check(const ModelSettings& model) const;
};

}  // namespace lehr

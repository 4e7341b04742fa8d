#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include <lehr/model/settings.hpp>

namespace lehr {

/// How p(y | theta) is found: which approximation, which estimator on top of it, with how many samples.
struct EvidenceSettings {
  std::string approximation = "ep";
  std::optional<int> ep_sweeps = {};          // empty: to convergence for the estimator "approximation", else 5
  bool ep_converged = false;                  // sweep until converged, also for an estimator
  std::optional<std::string> estimator = {};  // "approximation", or one of the estimators; empty: the best there is
  int importance_samples = 64;
  int repeats = 1;
  std::optional<int> temperatures = {};  // s; empty: round(sqrt(rows))
  std::string ladder = "default";
  std::uint64_t seed = 1;
  bool keep_latents = false;  // report where every particle ended

  bool operator==(const EvidenceSettings&) const = default;
  static std::span<const Setting<EvidenceSettings>> table();

  /// Throws a UsageError that names the setting, its value and what it must be.
  void check(const ModelSettings& model) const;

  /// What is used for that model: "approximation", or the name of an estimator.
  std::string used_estimator(const ModelSettings& model) const;
  /// Whether that anneals, and so has temperatures.
  bool anneals(const ModelSettings& model) const;
};

}  // namespace lehr

#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace lehr {

template <class Settings>
struct Setting;  // one row of a table of settings: settings/setting.hpp

/// How rows are predicted from a posterior.
struct PredictionSettings {
  double interval = 0.9;            // the share of the posterior between lower and upper
  std::uint64_t draws = 400;        // of all chains together, as many of each; all where there are not more
  std::string variances = "exact";  // or "regressed": exact at some draws, and between them by regression

  bool operator==(const PredictionSettings&) const = default;
  static std::span<const Setting<PredictionSettings>> table();

  /// Throws a UsageError that names the setting, its value and what it must be.
  void check() const;
};

}  // namespace lehr

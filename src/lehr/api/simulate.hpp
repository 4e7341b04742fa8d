#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include <lehr/base/observer.hpp>
#include <lehr/data/dataset.hpp>
#include <lehr/model/settings.hpp>

namespace lehr {

template <class Settings>
struct Setting;  // one row of a table of settings: settings/setting.hpp

struct SimulationSettings {
  std::optional<std::uint64_t> rows = {};      // must be given
  std::optional<std::uint64_t> features = {};  // must be given
  bool balanced = false;                       // subtract the latent's median before labels are drawn
  std::uint64_t seed = 1;

  static std::span<const Setting<SimulationSettings>> table();

  /// Throws a UsageError that names the setting, its value and what it must be.
  void check() const;
};

/// Inputs uniform in the unit cube, a latent function from the model's Gaussian process, labels from its likelihood.
Dataset simulate(const SimulationSettings& settings, const ModelSettings& model, const KernelParameters& parameters,
                 const RunContext& context = {});

}  // namespace lehr

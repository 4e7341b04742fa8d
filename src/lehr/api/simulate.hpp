#pragma once

#include <cstddef>
#include <cstdint>

#include <lehr/data/dataset.hpp>
#include <lehr/model/settings.hpp>

namespace lehr {

struct SimulationSettings {
  std::size_t rows = 100;
  std::size_t features = 2;
  bool balanced = false;  // subtract the latent's median before labels are drawn
  std::uint64_t seed = 1;

  void check() const;
};

/// Inputs uniform in the unit cube, a latent function from the model's Gaussian process, labels from its likelihood.
Dataset simulate(const SimulationSettings& settings, const ModelSettings& model, const KernelParameters& parameters);

}  // namespace lehr

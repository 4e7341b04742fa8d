#pragma once

namespace lehr {

/// Gamma(shape, rate): density proportional to x^(shape - 1) exp(-rate x).
struct GammaPrior {
  double shape;
  double rate;

  bool operator==(const GammaPrior&) const = default;
};

}  // namespace lehr

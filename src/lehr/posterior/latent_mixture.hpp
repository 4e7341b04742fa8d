#pragma once

#include <span>

namespace lehr {

/// The latent at one new row, or a coefficient, over the posterior: a mixture of normals, one for each state.
struct LatentMixture {
  std::span<const double> means;
  std::span<const double> variances;
  std::span<const double> weights;  // sum to 1

  double mean() const;
  double sd() const;
  /// The f below which a share p of the mixture lies, to 1e-10.
  double quantile(double p) const;
};

}  // namespace lehr

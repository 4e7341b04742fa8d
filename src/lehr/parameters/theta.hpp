#pragma once

#include <cstddef>
#include <vector>

namespace lehr {

/// The parameters of a model on their natural scale.
struct KernelParameters {
  double variance;                      // sigma
  std::vector<double> lengthscales;     // tau: one, or one per feature
  std::vector<double> likelihood = {};  // its own, in its order; none given: their usual values

  /// Throws a UsageError that names the parameter, its value and what it must be.
  void check(std::size_t features) const;
};

}  // namespace lehr

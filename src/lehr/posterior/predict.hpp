#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include <lehr/base/observer.hpp>
#include <lehr/data/dataset.hpp>
#include <lehr/model/model.hpp>
#include <lehr/posterior/predictions.hpp>

namespace lehr {

/// A posterior draw as predictions need it; a chain that stayed where it was counts as one state several times.
struct PosteriorState {
  std::vector<double> parameters;  // variance, lengthscales
  std::vector<double> state;       // t where the likelihood has noise, else f
  std::size_t count = 1;
};

/// What is predicted besides probabilities and moments.
struct PredictionSettings {
  double interval = 0.9;  // the share of the posterior between lower and upper

  /// Throws a UsageError unless the interval is between 0 and 1.
  void check() const;
};

/// Calls its argument with each state of the posterior, in the same order every time.
using VisitStates = std::function<void(const std::function<void(const PosteriorState&)>&)>;

/// A posterior: what was learned from, the model, and the draws.
struct PosteriorView {
  const Dataset& training;
  const Model& model;
  VisitStates states;
};

/// Averages over all states. With t = f + noise of unit variance, A = K + I, k* the covariances with a new row and k**
/// its variance, the latent there is normal with
///   m = k*' A^-1 t,   v = k** - k*' A^-1 k*,
/// and the probability Phi(m / sqrt(1 + v)): no jitter, equal rows harmless. Other likelihoods take K and f in the
/// place of A and t, and quadrature. One factorisation for each state; new rows in batches. A row's answer does not
/// depend on the other rows.
Predictions predict(const PosteriorView& posterior, const Dataset& rows, const PredictionSettings& settings = {},
                    const RunContext& context = {});

}  // namespace lehr

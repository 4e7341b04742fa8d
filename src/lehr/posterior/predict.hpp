#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

#include <lehr/base/observer.hpp>
#include <lehr/data/dataset.hpp>
#include <lehr/model/model.hpp>
#include <lehr/posterior/predictions.hpp>
#include <lehr/posterior/settings.hpp>

namespace lehr {

/// A posterior draw as predictions need it; a chain that stayed where it was counts as one state several times.
struct PosteriorState {
  std::vector<double> parameters;  // theta on its natural scale
  std::vector<double> state;       // t where the likelihood has noise, else f; not needed where alpha is known
  std::size_t count = 1;
  std::vector<double> alpha = {};  // A^-1 state (Regression::alpha), where it was kept
  std::size_t chain = 0;
};

/// Calls its argument with each state of the posterior, in the same order every time: those of one chain in its order.
using VisitStates = std::function<void(const std::function<void(const PosteriorState&)>&)>;

/// A posterior: what was learned from, the model, and the draws.
struct PosteriorView {
  const Dataset& training;
  const Model& model;
  VisitStates states;
};

/// Averages over all states: given one, the latent at a new row is normal (Regression), and the likelihood's integral
/// over it is the probability. One factorisation for each state, or for some where variances are regressed; new rows in
/// batches. A row's answer does not depend on the other rows. Empty when the numbers break down, and after a stop
/// request.
std::optional<Predictions> predict(const PosteriorView& posterior, const Dataset& rows,
                                   const PredictionSettings& settings = {}, const RunContext& context = {});

/// What a breakdown says of a run that was read: its covariances could be factorised while it was sampled.
inline constexpr const char* kRunBreaksDown =
    "a covariance of the run cannot be factorised any more: the run file is damaged";

}  // namespace lehr

#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include <lehr/posterior/predict.hpp>
#include <lehr/run/stored_run.hpp>

namespace lehr {

/// The states of a run as predictions need them; draws at which a chain stayed are counted with the first of them. An
/// InputError where the run has no latents to predict from, or no draw yet.
void visit_states(const StoredRun& run, const std::function<void(const PosteriorState&)>& take);

/// About `count` states, evenly spread over the draws of all chains: enough for a picture.
std::vector<PosteriorState> spread_states(const StoredRun& run, std::size_t count);

}  // namespace lehr

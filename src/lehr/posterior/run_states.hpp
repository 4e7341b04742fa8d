#pragma once

#include <cstddef>
#include <functional>
#include <limits>
#include <vector>

#include <lehr/posterior/predict.hpp>
#include <lehr/run/stored_run.hpp>

namespace lehr {

/// Places of at least `count` draws in every chain together, as many in each, spread evenly along chains of `draws`
/// draws; all of them where there are not more. A function of these numbers alone.
std::vector<std::size_t> spread_draws(std::size_t draws, std::size_t chains, std::size_t count);

/// The states of a run as predictions need them, at spread_draws. Draws at which a chain stayed are counted with the
/// first of them. An InputError where the run has no latents to predict from, or no draw yet.
void visit_states(const StoredRun& run, const std::function<void(const PosteriorState&)>& take,
                  std::size_t count = std::numeric_limits<std::size_t>::max());

}  // namespace lehr

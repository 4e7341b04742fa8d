#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

#include <lehr/base/observer.hpp>
#include <lehr/data/dataset.hpp>
#include <lehr/posterior/predict.hpp>

namespace lehr {

/// Mean and variance of the latent at some rows given each state: [state * rows + row]. 0 where it was not asked for.
struct StateMoments {
  std::vector<double> means;
  std::vector<double> variances;
};

/// What is asked for at a state.
enum class Wanted { nothing, mean, mean_and_variance };

/// One factorisation for each state whose variance is wanted, in single precision where alpha is known and that is
/// enough. `done` is told how many of the states have gone by. Empty when the numbers break down, and after a stop
/// request.
std::optional<StateMoments> find_moments(const PosteriorView& posterior, const Dataset& rows,
                                         const std::function<Wanted(std::size_t state)>& wanted,
                                         const RunContext& context,
                                         const std::function<void(std::size_t states)>& done);

/// Mean and variance of each coefficient of the terms beside the kernel given each state: [state * coefficients +
/// coefficient]. One factorisation in double for each state. Empty as above.
std::optional<StateMoments> find_coefficients(const PosteriorView& posterior, const RunContext& context);

}  // namespace lehr

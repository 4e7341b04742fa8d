#pragma once

#include <cstddef>
#include <vector>

#include <lehr/linalg/types.hpp>
#include <lehr/parameters/parameter_space.hpp>

namespace lehr {

/// Coordinates of the distinct states among the draws, a column each, in which values are regressed: made uncorrelated
/// by some of them.
Matrix coordinates_of(const std::vector<std::size_t>& states, const std::vector<std::vector<double>>& draws,
                      const ParameterSpace& space);

/// Two thirds of them evenly along the draws, the others where these leave most room: what a regression has to reach.
std::vector<std::size_t> choose_anchors(const Matrix& coordinates, std::size_t count);

}  // namespace lehr

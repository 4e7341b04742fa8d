#pragma once

#include <cstddef>
#include <vector>

#include <lehr/model/coordinates.hpp>
#include <lehr/random/stream.hpp>

namespace lehr {

/// So many points somewhat wider about than the draws, one after the other each far from all others and from `known`.
std::vector<std::vector<double>> spread_points(std::size_t count, const std::vector<std::vector<double>>& draws,
                                               const Coordinates& coordinates,
                                               const std::vector<std::vector<double>>& known, Stream& stream);

}  // namespace lehr

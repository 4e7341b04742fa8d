#pragma once

#include <cstddef>
#include <vector>

#include <lehr/data/responses.hpp>

namespace lehr {

/// The classes of a table as signs, +1 for the positive one: p(y | f) is then a function of sign * f.
inline std::vector<double> signs_of(const Responses& responses) {
  std::vector<double> signs(responses.rows());
  for (std::size_t i = 0; i < signs.size(); ++i) signs[i] = responses.value[i] > 0 ? 1 : -1;
  return signs;
}

}  // namespace lehr

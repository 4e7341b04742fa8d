#pragma once

#include <cstddef>

namespace lehr {

/// What a check of the tails will take, told after a first piece of it was timed.
struct TailCheckCost {
  double seconds = 0;
  std::size_t parameters = 0;
  std::size_t draws = 0;  // at which the conditionals of each are made
};

}  // namespace lehr

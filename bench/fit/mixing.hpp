#pragma once

#include <vector>

#include <lehr/samplers/chain.hpp>

namespace lehr::bench {

/// How well chains have mixed, at the parameter where they did worst.
struct Mixing {
  double effective = 0;  // draws, for the mean of a parameter's logarithm; 0 where the chains never moved
  double rhat = 0;       // infinite there
};

Mixing mixing_of(const std::vector<std::vector<ChainState>>& states);

}  // namespace lehr::bench

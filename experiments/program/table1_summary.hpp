#pragma once

#include <vector>

#include <experiments/program/chain_trace.hpp>
#include <experiments/program/table1_units.hpp>

namespace lehr::reproduce {

/// What a cell's chains come to: the acceptance of each in per cent, and the smallest effective size over the
/// parameters per 1000 iterations (null where there is none). Also the cost of an iteration in factorisations, the
/// sampler that was used, and at how many proposals the numbers broke down.
Json summarise(const std::vector<ChainTrace>& traces, const ChainCounts& counts);

}  // namespace lehr::reproduce

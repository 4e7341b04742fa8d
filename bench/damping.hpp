#pragma once

#include <bench/options.hpp>

namespace lehr::bench {

/// How many sweeps EP takes to converge on hard cases, with the numbers of its damping and with others, one changed at
/// a time: the experiment behind DampingRule.
void count_sweeps(const Options& options);

}  // namespace lehr::bench

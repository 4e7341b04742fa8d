#pragma once

#include <bench/options.hpp>

namespace lehr::bench {

/// Measures and writes what sampling and predicting cost: `lehr_bench --fit` and `lehr_bench --choices`.
void measure_fits(const Options& options);

}  // namespace lehr::bench

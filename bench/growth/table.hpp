#pragma once

#include <bench/options.hpp>

namespace lehr::bench {

/// Measures what an estimate costs as the rows grow and writes the table.
void measure_growths(const Options& options);

}  // namespace lehr::bench

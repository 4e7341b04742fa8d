#pragma once

#include <bench/options.hpp>

namespace lehr::bench {

/// What leave-one-out takes of a fit with the defaults, on one thread, and what it says, as Markdown.
void measure_leave_one_out(const Options& options);

}  // namespace lehr::bench

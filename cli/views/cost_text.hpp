#pragma once

#include <string>

#include <lehr/api/basics.hpp>

namespace lehr::cli {

/// What a fit will take, in one line: time, memory, the size of its run file; and what to do where that is long.
std::string cost_text(const FitCost& cost);

}  // namespace lehr::cli

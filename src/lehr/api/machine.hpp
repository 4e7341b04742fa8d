#pragma once

#include <string>
#include <utility>
#include <vector>

namespace lehr {

/// What this build is and runs on, as (what, value) pairs in reading order. Among them are the vector instructions that
/// the library was compiled to use, and whether this CPU has them.
std::vector<std::pair<std::string, std::string>> machine_facts();

/// The instruction sets that the library was compiled to use and this CPU lacks: empty on a machine that can run it.
std::vector<std::string> missing_instructions();

}  // namespace lehr

#pragma once

#include <string>
#include <utility>
#include <vector>

namespace lehr {

/// What this build is and runs on, as (what, value) pairs in reading order: version, compiler, vector instructions the
/// library was compiled to use and whether this CPU has them, versions of the libraries, threads, memory.
std::vector<std::pair<std::string, std::string>> machine_facts();

/// The instruction sets that the library was compiled to use and this CPU lacks: empty on a machine that can run it.
std::vector<std::string> missing_instructions();

}  // namespace lehr

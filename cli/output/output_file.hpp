#pragma once

#include <initializer_list>
#include <string>

namespace lehr::cli {

/// A file that is read must not be replaced by what is written. `out` is the value of --out; words that name no file
/// (empty, or - for a standard stream) are passed over.
void refuse_to_replace_input(const std::string& out, std::initializer_list<std::string> inputs);

/// The same, and no run or journal of a run is replaced by something else.
void refuse_to_replace_run(const std::string& out, std::initializer_list<std::string> inputs);

}  // namespace lehr::cli

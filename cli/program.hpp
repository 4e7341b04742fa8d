#pragma once

#include <functional>
#include <string>
#include <vector>

// What every program here begins and ends with.
namespace lehr::cli {

class Console;

/// Makes the process ready for work, first thing in main(): standard streams that are closed get a stand-in, signals
/// are handled.
void begin_program();

/// Runs the work and turns what it throws into one sentence and an exit code.
int with_exit_code(const Console& console, const std::function<int()>& work);

/// Becomes another program of this installation: the one beside this one, else the first in PATH. Terminal, process
/// number and signals stay, so for whoever started this one it is the same process. Returns only by a RunError, where
/// there is no such program.
[[noreturn]] void become_program(const std::string& name, const std::vector<std::string>& words);

}  // namespace lehr::cli

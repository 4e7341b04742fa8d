#pragma once

#include <string>

#include <lehr/run/run.hpp>

namespace lehr::report {

/// The command line that makes the same run again, for a shell.
std::string rerun_command(const RunInfo& info, const std::string& run_file);

}  // namespace lehr::report

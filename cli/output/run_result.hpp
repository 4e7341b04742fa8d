#pragma once

#include <string>

#include <cli/output/json_output.hpp>
#include <lehr/api/fit.hpp>

namespace lehr::cli {

class Console;

/// A run file, or the journal of a run that has not come to its end: what was fitted and what came out.
struct RunResult {
  std::string path;
  RunInfo info;
  RunReport report;
};

/// Reads both from the file.
RunResult read_run(const std::string& path);

/// How to make more draws where a run has too few; empty where it has enough, or was not made by `lehr fit`.
std::string more_draws_text(const RunResult& result);

std::string run_text(const RunResult& result, const Console& console);
Json run_json(const RunResult& result);

}  // namespace lehr::cli

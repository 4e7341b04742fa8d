#pragma once

#include <string>

#include <cli/json_output.hpp>
#include <lehr/api/fit.hpp>
#include <lehr/io/run_file_reader.hpp>

namespace lehr::cli {

class Console;

/// A run file: what was fitted and what came out.
struct RunResult {
  std::string path;
  RunInfo info;
  RunReport report;
};

/// Reads both from the file.
RunResult read_run(const std::string& path);

std::string run_text(const RunResult& result, const Console& console);
Json run_json(const RunResult& result);

}  // namespace lehr::cli

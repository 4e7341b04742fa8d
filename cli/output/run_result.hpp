#pragma once

#include <optional>
#include <string>

#include <cli/output/json_output.hpp>
#include <lehr/api/check_tails.hpp>
#include <lehr/api/fit.hpp>

namespace lehr::cli {

class Console;

/// A run file, or the journal of a run that has not come to its end: what was fitted and what came out.
struct RunResult {
  std::string path;
  RunInfo info;
  RunReport report;
  std::optional<TailReport> tails = {};  // where they were checked
};

/// Reads both from the file.
RunResult read_run(const std::string& path);

/// How to make more draws where a run has too few; empty where it has enough, or was not made by `lehr fit`.
std::string more_draws_text(const RunResult& result);

std::string run_text(const RunResult& result, const Console& console);
Json run_json(const RunResult& result);

/// Of the tails alone.
std::string tails_text(const TailReport& tails, const Console& console);
Json tails_json(const TailReport& tails);

}  // namespace lehr::cli

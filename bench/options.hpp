#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace lehr::bench {

struct Options {
  bool quick = false;
  bool micro = false;             // the micro benchmarks instead of the table
  bool fit = false;               // the cost of sampling and predicting instead
  bool choices = false;           // of sampling in many ways instead
  int draws = 1000;               // of each chain, for these two
  bool growth = false;            // the cost of an estimate as the rows grow instead
  std::size_t most_rows = 20000;  // for that
  bool peers = false;             // other programs beside ours instead
  bool reach = false;             // the figures with a goal, in one table, instead
  bool is_long = false;           // with what takes an hour, for that
  bool damping = false;           // sweeps of EP with other damping instead
  bool leave_one_out = false;     // what leave-one-out takes of a fit instead
  bool json = false;              // on standard output
  bool help = false;
  bool list = false;
  std::optional<std::string> json_file;
  std::string filter;             // part of "name/rows"
  std::string data = "data";      // the folder of the shipped sets
  std::vector<char*> for_google;  // what begins with --benchmark_
};

extern const char* const kHelp;

/// A UsageError names what is wrong.
Options parse_options(std::span<char*> arguments);

}  // namespace lehr::bench

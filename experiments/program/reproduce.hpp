#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <lehr/base/observer.hpp>

// The experiments of the paper (docs/paper.md), run again. Each is a list of small parts, whose results are kept in a
// folder: what was killed or interrupted goes on from there, and tables and pictures are made from what is there. What
// takes hours is summed up by set and method beside the tables, so that more can be run where the parts are gone.
namespace lehr::reproduce {

struct Request {
  std::string experiment;            // a name of experiments()
  std::string out;                   // the folder for tables and pictures
  std::string cache;                 // the folder for the results of the parts
  bool quick = false;                // a minute instead of hours
  bool show = false;                 // run nothing: results from the parts that are there
  std::uint64_t seed = 1;            // of everything
  std::vector<std::string> folders;  // where to look for data, the first one first
  std::vector<std::string> sets;     // the data sets to run; empty: all

  /// The folder for the summaries that tables are made from.
  std::string summaries() const { return out + "/summaries"; }
  /// Before the names of units: those of a quick run are others.
  std::string unit_prefix() const { return quick ? "quick-" : ""; }
};

struct Report {
  std::string text;                // the result in words and numbers
  std::vector<std::string> files;  // that were written
  std::vector<std::string> notes;  // what is missing, and why
};

/// An experiment and what it shows.
struct Experiment {
  std::string_view name;
  std::string_view description;
  Report (*run)(const Request&, const RunContext&);
};
std::span<const Experiment> experiments();

/// The names of the data sets of the paper.
std::vector<std::string> set_names();

/// Runs what is missing in the cache and writes the results. Interrupted throws after the parts that were finished are
/// kept; the same call goes on.
Report reproduce(const Request& request, const RunContext& context = {});

}  // namespace lehr::reproduce

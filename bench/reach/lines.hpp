#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <bench/options.hpp>

namespace lehr::bench {

/// One figure of the table of reaches.
struct ReachLine {
  std::string work;  // "estimate-16"
  std::string on;    // "Pima (5, 3)"
  double measured = 0;
  std::string unit;  // "C", "s", "% of peak"
  std::optional<double> reach = {};
  bool at_least = false;  // else at most
  std::string note = {};  // what else was seen

  bool met() const { return reach && (at_least ? measured >= *reach : measured <= *reach); }
};

/// Work that is measured together: its lines share what takes long.
struct ReachWork {
  std::string name;
  std::function<std::vector<ReachLine>()> measure;
};

/// Factorisations, evidences and single estimates, in units, on one thread.
std::vector<ReachWork> reach_of_estimates(const Options& options);

/// A default fit of Pima to its goal on one thread, in units, and scikit-learn's point estimate beside it.
std::vector<ReachWork> reach_of_fits(const Options& options);

/// Whole commands of the program beside this one, in seconds of all processors; with --long, fits of 2000 and 5000
/// rows.
std::vector<ReachWork> reach_of_commands(const Options& options);

/// Measures and writes all of them: `lehr_bench --reach`.
void measure_reach(const Options& options);

}  // namespace lehr::bench

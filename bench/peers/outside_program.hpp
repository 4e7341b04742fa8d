#pragma once

#include <map>
#include <string>
#include <vector>

namespace lehr::bench {

/// What another program printed: lines of CSV by their first field, without the heading.
struct OutsideAnswer {
  std::map<std::string, std::vector<std::string>> lines;
  std::string skipped;  // why there is none

  /// A number of a line; a RunError where the program did not print it.
  double number(const std::string& line, std::size_t field) const;
};

/// Runs a command of the shell. Exit code 77 or 127 means that it is not installed, and then `missing` is the reason;
/// another failure is a RunError.
OutsideAnswer run_outside(const std::string& command, const std::string& missing);

/// A word of such a command.
std::string quoted(const std::string& text);

}  // namespace lehr::bench

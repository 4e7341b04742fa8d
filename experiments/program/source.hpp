#pragma once

#include <string>
#include <string_view>

#include <experiments/program/reproduce.hpp>
#include <experiments/program/unit.hpp>

namespace lehr::reproduce {

/// "2.3 hours of processor time, 70 s for the longest part".
std::string in_words(const Effort& effort);

/// Where a result comes from; it stands in every file that an experiment writes.
class Source {
 public:
  /// `commits`: of the program that ran the parts. `work`: how much was run, in words.
  Source(const Request& request, std::string commits, const std::string& work);

  /// Below a table or picture.
  const std::string& line() const { return line_; }

  /// The last columns of a CSV file, with their comma before.
  static constexpr std::string_view kCsvNames = ",seed,commit,work";
  std::string csv_fields() const { return csv_fields(commits_, work_); }
  /// Of a line that another program found.
  std::string csv_fields(const std::string& commit) const { return csv_fields(commit, work_); }
  /// Or for which other work was done.
  std::string csv_fields(const std::string& commit, const std::string& work) const;

 private:
  std::string seed_;
  std::string commits_;
  std::string work_;
  std::string extent_;  // behind the work
  std::string line_;
};

}  // namespace lehr::reproduce

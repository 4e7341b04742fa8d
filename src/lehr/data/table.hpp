#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lehr {

/// A table of text as the user's file has it: quotes, spaces and line ends removed, nothing interpreted.
/// Every row has as many cells as there are columns.
struct Table {
  std::string source;                 // the file's name for messages; "standard input" for "-"
  std::vector<std::string> columns;   // names; empty strings never occur: "x1", "x2", … without a header
  bool has_header = false;
  std::vector<std::string> cells;     // row by row
  std::vector<std::size_t> lines;     // the line of the file on which each row begins, from 1

  std::size_t rows() const { return lines.size(); }
  const std::string& cell(std::size_t row, std::size_t column) const { return cells[row * columns.size() + column]; }
  /// "pima.csv, line 17, column 3 (glucose)".
  std::string place(std::size_t row, std::size_t column) const;
};

struct TableOptions {
  std::optional<bool> header = {};           // empty: present if any field of row one outside the label is not a number
  std::optional<std::string> label = {};     // the label column's name, used to decide on the header
};

/// Reads comma-, semicolon- or tab-separated text from a file, or from standard input for "-".
/// An InputError names file, line and column.
Table read_table(const std::string& path, const TableOptions& options = {});

/// The same from text in memory.
Table parse_table(std::string_view text, std::string source, const TableOptions& options = {});

}  // namespace lehr

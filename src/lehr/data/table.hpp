#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lehr {

/// A table of text as the user's file has it: quotes, surrounding spaces and line ends removed, nothing interpreted.
/// Every row has as many cells as there are columns; there is at least one row.
struct Table {
  std::string source;                // the file's name for messages; "standard input" for "-"
  std::vector<std::string> columns;  // names, all different, none empty: "x1", "x2", … without a header
  bool has_header = false;
  std::string text;                 // of all cells, row by row, end to end: one block instead of a string per cell
  std::vector<std::size_t> starts;  // of each cell in text, and the end of the last one
  std::vector<std::size_t> lines;   // the line of the file on which each row begins, from 1

  std::size_t rows() const { return lines.size(); }
  std::string_view cell(std::size_t row, std::size_t column) const {
    const std::size_t index = row * columns.size() + column;
    return std::string_view(text).substr(starts[index], starts[index + 1] - starts[index]);
  }
  /// "pima.csv, line 17, column 3 (glucose)".
  std::string place(std::size_t row, std::size_t column) const;
  /// "pima.csv, lines 2 to 769, column 3 (glucose)": what concerns a whole column.
  std::string place(std::size_t column) const;
};

template <class Settings>
struct Setting;  // one row of a table of settings: settings/setting.hpp

/// How a file is read.
struct TableOptions {
  std::optional<bool> header = {};  // empty: present if any field of row one outside the label is text
  std::optional<std::string> label =
      {};  // the label column's name, or its number from 1; helps to decide on the header

  bool operator==(const TableOptions&) const = default;
  static std::span<const Setting<TableOptions>> table();
};

/// Reads comma-, semicolon- or tab-separated text from a file, or from standard input for "-".
/// An InputError names file, line and column.
Table read_table(const std::string& path, const TableOptions& options = {});

/// The same from text in memory. Blank lines are skipped, but between the rows of a one-column table a blank line is an
/// empty cell.
Table parse_table(std::string_view text, std::string source, const TableOptions& options = {});

/// The column of that name; without a header also by its number from 1.
std::optional<std::size_t> find_column(const Table& table, const std::string& name);

/// The same for a column that an option names; an InputError lists the columns there are.
std::size_t require_column(const Table& table, const std::string& name, const std::string& option);

}  // namespace lehr

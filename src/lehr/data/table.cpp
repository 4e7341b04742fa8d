#include <lehr/data/table.hpp>

#include <algorithm>
#include <array>
#include <utility>

#include <lehr/base/errors.hpp>
#include <lehr/base/memory.hpp>
#include <lehr/data/csv_scanner.hpp>
#include <lehr/data/file_text.hpp>
#include <lehr/data/header.hpp>
#include <lehr/data/printable.hpp>

namespace lehr {
namespace {

// Files that are often named by mistake deserve a better answer than "not UTF-8".
void refuse_other_formats(std::string_view text, const std::string& source) {
  if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF")) {
    throw InputError(source + ", line 1, column 1: the text is UTF-16; save the table as UTF-8");
  }
  constexpr auto kFormats =
      std::to_array<std::pair<std::string_view, std::string_view>>({{"PK\x03\x04", "a spreadsheet or zip archive"},
                                                                    {"\x1F\x8B", "compressed (gzip)"},
                                                                    {"\x89HDF", "a netCDF-4 or HDF5 file"},
                                                                    {"CDF\x01", "a netCDF file"},
                                                                    {"%PDF", "a PDF document"},
                                                                    {"\xD0\xCF\x11\xE0", "an old spreadsheet"}});
  for (const auto& [begin, name] : kFormats) {
    if (text.starts_with(begin)) {
      throw InputError(source + ": is " + std::string(name) + ", not a table of text; export it as CSV");
    }
  }
}

std::string_view name_of(char delimiter) {
  return delimiter == ',' ? "commas" : delimiter == ';' ? "semicolons" : "tabs";
}

/// At least as many as there are: separators and line ends inside quotes count too.
std::size_t count_cells(std::string_view text, char delimiter) {
  return 1 + static_cast<std::size_t>(std::count_if(
                 text.begin(), text.end(), [delimiter](char c) { return c == delimiter || c == '\n' || c == '\r'; }));
}

/// A table of millions of rows takes several times the size of its file: the cells' text, where each begins, and its
/// number.
void check_memory_for_table(std::size_t text_bytes, std::size_t cells, const std::string& source) {
  const double needed =
      static_cast<double>(text_bytes) + static_cast<double>(cells) * (sizeof(std::size_t) + sizeof(double));
  check_memory(source + " needs", needed);
}

class TableReader {
 public:
  TableReader(std::string_view text, std::string source)
      : delimiter_(detect_delimiter(text)), scanner_(text, delimiter_, source) {
    const std::size_t cells = count_cells(text, delimiter_);
    check_memory_for_table(text.size(), cells, source);
    table_.source = std::move(source);
    table_.text.reserve(text.size());
    table_.starts.reserve(cells + 1);
    table_.starts.push_back(0);
  }

  Table read(const TableOptions& options) {
    while (width_ == 0 && !scanner_.done()) read_row();
    if (width_ == 0) throw InputError(table_.source + ": the table is empty");
    take_header(options);
    while (!scanner_.done()) read_row();
    if (table_.lines.empty()) throw InputError(table_.source + ": the table has a header but no rows");
    return std::move(table_);
  }

 private:
  void read_row() {
    const std::size_t line = scanner_.line();
    const std::size_t before = table_.starts.size();
    CsvScanner::End end = CsvScanner::End::field;
    while (end == CsvScanner::End::field) {
      end = scanner_.read_field(table_.text);
      table_.starts.push_back(table_.text.size());
    }
    const std::size_t fields = table_.starts.size() - before;
    if (fields == 1 && table_.starts[before] == table_.starts[before - 1]) {
      table_.starts.pop_back();
      blank_lines_.push_back(line);
      return;
    }
    if (width_ == 0) {
      width_ = fields;
      first_line_ = line;
    } else if (fields != width_) {
      refuse_ragged(line, fields);
    } else if (width_ == 1) {
      keep_blank_lines();
    }
    blank_lines_.clear();
    table_.lines.push_back(line);
  }

  // In a table of one column a blank line between rows is a row whose value is missing; to skip it would hide that.
  void keep_blank_lines() {
    const std::size_t begin = table_.starts.end()[-2];
    table_.starts.insert(table_.starts.end() - 1, blank_lines_.size(), begin);
    table_.lines.insert(table_.lines.end(), blank_lines_.begin(), blank_lines_.end());
  }

  [[noreturn]] void refuse_ragged(std::size_t line, std::size_t fields) const {
    throw InputError(table_.source + ", line " + std::to_string(line) + ", column " +
                     std::to_string(std::min(fields, width_) + 1) + ": found " + std::to_string(fields) +
                     (fields == 1 ? " field" : " fields") + ", expected " + std::to_string(width_) + " as in line " +
                     std::to_string(first_line_) + " (separated by " + std::string(name_of(delimiter_)) + ")");
  }

  void take_header(const TableOptions& options) {
    std::vector<std::string> row_one;
    table_.columns.resize(width_);
    for (std::size_t i = 0; i < width_; ++i) row_one.emplace_back(table_.cell(0, i));
    table_.has_header = is_header(row_one, options);
    if (table_.has_header) {
      check_column_names(row_one, table_.source + ", line " + std::to_string(first_line_));
      table_.columns = std::move(row_one);
      table_.text.clear();
      table_.starts.assign(1, 0);
      table_.lines.clear();
    } else {
      for (std::size_t i = 0; i < width_; ++i) table_.columns[i] = generated_name(i);
    }
  }

  char delimiter_;
  CsvScanner scanner_;
  Table table_;
  std::size_t width_ = 0;
  std::size_t first_line_ = 0;
  std::vector<std::size_t> blank_lines_;  // since the last row
};

std::string column_place(const Table& table, std::size_t column) {
  const std::string number = ", column " + std::to_string(column + 1);
  return table.has_header ? number + " (" + printable(table.columns[column]) + ")" : number;
}

}  // namespace

std::string Table::place(std::size_t row, std::size_t column) const {
  return source + ", line " + std::to_string(lines[row]) + column_place(*this, column);
}

std::string Table::place(std::size_t column) const {
  const std::string range = lines.size() == 1
                                ? ", line " + std::to_string(lines.front())
                                : ", lines " + std::to_string(lines.front()) + " to " + std::to_string(lines.back());
  return source + range + column_place(*this, column);
}

Table read_table(const std::string& path, const TableOptions& options) {
  return parse_table(read_text(path), input_name(path), options);
}

Table parse_table(std::string_view text, std::string source, const TableOptions& options) {
  refuse_other_formats(text, source);
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  return TableReader(text, std::move(source)).read(options);
}

std::optional<std::size_t> find_column(const Table& table, const std::string& name) {
  const auto found = std::find(table.columns.begin(), table.columns.end(), name);
  if (found != table.columns.end()) return static_cast<std::size_t>(found - table.columns.begin());
  if (table.has_header) return std::nullopt;
  const std::size_t position = position_without_header(name, table.columns.size());
  return position < table.columns.size() ? std::optional(position) : std::nullopt;
}

std::size_t require_column(const Table& table, const std::string& name, const std::string& option) {
  if (const std::optional<std::size_t> column = find_column(table, name)) return *column;
  const std::string start = table.source + ": there is no column " + quoted(name) + " (" + option + "); ";
  if (table.has_header) throw InputError(start + "the columns are " + quoted_list(table.columns));
  throw InputError(start + "the table has no header: name a column by its number, 1 to " +
                   std::to_string(table.columns.size()));
}

}  // namespace lehr

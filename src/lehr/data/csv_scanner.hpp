#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

namespace lehr {

/// The separator of the first row that is not blank, outside quotes: a semicolon if there is one, else a tab, else a
/// comma. Semicolons come first because commas beside them are decimal commas or part of a name.
char detect_delimiter(std::string_view text);

/// Cuts UTF-8 text into fields. A field may stand in double quotes ("" is one quote) and then hold separators and line
/// breaks; spaces around it never count. Lines end with LF, CRLF or CR. An InputError names file, line and column.
class CsvScanner {
 public:
  enum class End { field, row, text };  // what follows the field that was read

  CsvScanner(std::string_view text, char delimiter, std::string source);

  bool done() const { return position_ == text_.size(); }
  std::size_t line() const { return line_; }  // of the next field, from 1

  /// Appends the next field to `cells`.
  End read_field(std::string& cells);

 private:
  enum class Kind : unsigned char { ordinary, stop, high, nul };

  void read_plain(std::string& cells);
  void read_quoted(std::string& cells);
  void skip_spaces();
  void skip_line_break();
  void skip_character();
  End finish_field();
  Kind kind() const { return kinds_[static_cast<unsigned char>(text_[position_])]; }
  [[noreturn]] void refuse(std::size_t line, std::size_t column, const std::string& what) const;

  std::string_view text_;
  char delimiter_;
  std::string source_;
  std::array<Kind, 256> kinds_ = {};
  std::size_t position_ = 0;
  std::size_t line_ = 1;
  std::size_t column_ = 1;
};

}  // namespace lehr

#include <lehr/data/csv_scanner.hpp>

#include <utility>

#include <lehr/base/errors.hpp>
#include <lehr/data/printable.hpp>

namespace lehr {
namespace {

constexpr std::string_view kSpaces = " \t";

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(kSpaces);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kSpaces) - first + 1);
}

bool is_line_break(char character) { return character == '\n' || character == '\r'; }

// A tab beside a comma is padding ("a,\tb"), not a separator.
bool pads_a_comma(std::string_view text, std::size_t tab) {
  const std::size_t before = text.substr(0, tab).find_last_not_of(kSpaces);
  const std::size_t after = text.find_first_not_of(kSpaces, tab);
  return (before != std::string_view::npos && text[before] == ',') ||
         (after != std::string_view::npos && text[after] == ',');
}

}  // namespace

char detect_delimiter(std::string_view text) {
  bool tabs = false;
  bool in_quotes = false;
  bool field_begins = true;
  const std::size_t first = text.find_first_not_of(" \r\n");
  for (std::size_t i = first == std::string_view::npos ? text.size() : first; i < text.size(); ++i) {
    const char character = text[i];
    if (in_quotes) {
      in_quotes = character != '"';  // "" leaves the quotes and enters them again
      field_begins = !in_quotes;
    } else if (character == '"' && field_begins) {
      in_quotes = true;
    } else if (is_line_break(character)) {
      break;
    } else if (character == ';') {
      return ';';
    } else {
      tabs = tabs || (character == '\t' && !pads_a_comma(text, i));
      field_begins = character == ',' || character == '\t' || (field_begins && character == ' ');
    }
  }
  return tabs ? '\t' : ',';
}

CsvScanner::CsvScanner(std::string_view text, char delimiter, std::string source)
    : text_(text), delimiter_(delimiter), source_(std::move(source)) {
  for (std::size_t byte = 0x80; byte < kinds_.size(); ++byte) kinds_[byte] = Kind::high;
  kinds_[0] = Kind::nul;
  for (const char stop : {delimiter, '\n', '\r'}) kinds_[static_cast<unsigned char>(stop)] = Kind::stop;
}

CsvScanner::End CsvScanner::read_field(std::string& cells) {
  skip_spaces();
  if (!done() && text_[position_] == '"') {
    read_quoted(cells);
  } else {
    read_plain(cells);
  }
  return finish_field();
}

void CsvScanner::read_plain(std::string& cells) {
  const std::size_t begin = position_;
  while (!done() && kind() != Kind::stop) skip_character();
  cells += trimmed(text_.substr(begin, position_ - begin));
}

void CsvScanner::read_quoted(std::string& cells) {
  const std::size_t opening_line = line_;
  std::string content;
  for (++position_;;) {
    if (done()) refuse(opening_line, column_, "the quote that opens this field is never closed");
    if (text_[position_] == '"') {
      ++position_;
      if (done() || text_[position_] != '"') break;
    }
    const std::size_t begin = position_;
    if (is_line_break(text_[position_])) {
      skip_line_break();
    } else {
      skip_character();
    }
    content += text_.substr(begin, position_ - begin);
  }
  skip_spaces();
  if (!done() && kind() != Kind::stop) {
    refuse(line_, column_, "text follows the closing quote; a quote inside a quoted field is written \"\"");
  }
  cells += trimmed(content);
}

void CsvScanner::skip_spaces() {
  while (!done() && text_[position_] != delimiter_ && kSpaces.find(text_[position_]) != std::string_view::npos) {
    ++position_;
  }
}

void CsvScanner::skip_line_break() {
  if (text_[position_] == '\r' && position_ + 1 < text_.size() && text_[position_ + 1] == '\n') ++position_;
  ++position_;
  ++line_;
}

void CsvScanner::skip_character() {
  std::size_t length = 1;
  if (kind() == Kind::nul) refuse(line_, column_, "a NUL byte; is this a text file, in UTF-8?");
  if (kind() == Kind::high) length = utf8_length(text_, position_);
  if (length == 0) {
    refuse(line_, column_,
           "the byte " + printable(text_.substr(position_, 1)) + " is not UTF-8; save the table as UTF-8");
  }
  position_ += length;
}

CsvScanner::End CsvScanner::finish_field() {
  if (done()) return End::text;
  if (text_[position_] == delimiter_) {
    ++position_;
    ++column_;
    return End::field;
  }
  skip_line_break();
  column_ = 1;
  return End::row;
}

void CsvScanner::refuse(std::size_t line, std::size_t column, const std::string& what) const {
  throw InputError(source_ + ", line " + std::to_string(line) + ", column " + std::to_string(column) + ": " + what);
}

}  // namespace lehr

#include <cli/output/text_table.hpp>

#include <algorithm>
#include <cstdio>
#include <utility>

namespace lehr::cli {
namespace {

/// Characters, not bytes: a UTF-8 continuation byte is 10xxxxxx.
std::size_t width(const std::string& text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

std::string formatted(const char* format, int precision, double value) {
  const int length = std::snprintf(nullptr, 0, format, precision, value);
  std::string text(static_cast<std::size_t>(length) + 1, '\0');
  std::snprintf(text.data(), text.size(), format, precision, value);
  text.pop_back();
  return text;
}

}  // namespace

std::vector<std::string> aligned(const std::vector<std::vector<std::string>>& rows) {
  std::vector<std::size_t> widths;
  for (const auto& row : rows) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t column = 0; column < row.size(); ++column) {
      widths[column] = std::max(widths[column], width(row[column]));
    }
  }
  std::vector<std::string> lines;
  for (const auto& row : rows) {
    std::string line;
    for (std::size_t column = 0; column < row.size(); ++column) {
      const std::string padding(widths[column] - width(row[column]), ' ');
      line += column == 0 ? row[column] + padding : "  " + padding + row[column];
    }
    lines.push_back(line.substr(0, line.find_last_not_of(' ') + 1));
  }
  return lines;
}

std::string two_columns(const std::vector<std::pair<std::string, std::string>>& pairs, std::size_t indent) {
  std::size_t widest = 0;
  for (const auto& [what, value] : pairs) widest = std::max(widest, width(what));
  std::string text;
  for (const auto& [what, value] : pairs) {
    text += std::string(indent, ' ') + what + std::string(widest - width(what) + 2, ' ') + value + "\n";
  }
  return text;
}

std::string fixed(double value, int decimals) { return formatted("%.*f", decimals, value); }

std::string significant(double value, int digits) { return formatted("%.*g", digits, value); }

}  // namespace lehr::cli

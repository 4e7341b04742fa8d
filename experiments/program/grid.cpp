#include <experiments/program/grid.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdio>

namespace lehr::reproduce {
namespace {

/// Characters, not bytes: a UTF-8 continuation byte is 10xxxxxx.
std::size_t width_of(const std::string& text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80; }));
}

}  // namespace

std::string decimals(double value, int count) {
  char text[64];
  std::snprintf(text, sizeof text, "%.*f", count, value);
  return text;
}

std::string Grid::text() const {
  std::vector<std::size_t> widths(rows.front().size(), 0);
  for (const auto& row : rows) {
    for (std::size_t k = 0; k < row.size(); ++k) widths[k] = std::max(widths[k], width_of(row[k]));
  }
  std::string text = title + "\n";
  for (const auto& row : rows) {
    std::string line;
    for (std::size_t k = 0; k < row.size(); ++k) {
      const std::string padding(widths[k] - width_of(row[k]), ' ');
      line += k == 0 ? row[k] + padding : "  " + padding + row[k];
    }
    text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  }
  return text;
}

std::string Grid::markdown() const {
  std::string text = title + "\n\n";
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (const std::string& cell : rows[i]) text += "| " + cell + " ";
    text += "|\n";
    if (i > 0) continue;
    for (std::size_t k = 0; k < rows[i].size(); ++k) text += k == 0 ? "|---" : "|---:";
    text += "|\n";
  }
  return text;
}

}  // namespace lehr::reproduce

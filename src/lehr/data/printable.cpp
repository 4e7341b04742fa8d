#include <lehr/data/printable.hpp>

#include <algorithm>
#include <cstdint>

namespace lehr {
namespace {

constexpr std::size_t kListed = 8;

std::uint32_t code_point(std::string_view text, std::size_t position, std::size_t length) {
  const auto byte = [&](std::size_t i) {
    return static_cast<std::uint32_t>(static_cast<unsigned char>(text[position + i]));
  };
  if (length == 1) return byte(0);
  std::uint32_t code = byte(0) & (0x7FU >> length);
  for (std::size_t i = 1; i < length; ++i) code = code << 6 | (byte(i) & 0x3FU);
  return code;
}

// Controls, line separators and the marks that reverse the direction of text.
bool drives_a_terminal(std::uint32_t code) {
  return code < 0x20 || (code >= 0x7F && code < 0xA0) || code == 0x200E || code == 0x200F ||
         (code >= 0x2028 && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069);
}

void append_escaped(std::string& out, char character) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  if (character == '\n') {
    out += "\\n";
  } else if (character == '\r') {
    out += "\\r";
  } else if (character == '\t') {
    out += "\\t";
  } else {
    const auto byte = static_cast<unsigned char>(character);
    out += "\\x";
    out += kDigits[byte >> 4];
    out += kDigits[byte & 0xF];
  }
}

}  // namespace

std::size_t utf8_length(std::string_view text, std::size_t position) {
  const auto first = static_cast<unsigned char>(text[position]);
  if (first < 0x80) return 1;
  const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4 || position + length > text.size()) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((static_cast<unsigned char>(text[position + i]) & 0xC0) != 0x80) return 0;
  }
  const std::uint32_t code = code_point(text, position, length);
  const bool overlong = (length == 3 && code < 0x800) || (length == 4 && code < 0x10000);
  const bool surrogate = code >= 0xD800 && code <= 0xDFFF;
  return overlong || surrogate || code > 0x10FFFF ? 0 : length;
}

std::string printable(std::string_view text, std::size_t limit) {
  std::string out;
  std::size_t characters = 0;
  for (std::size_t i = 0; i < text.size(); ++characters) {
    if (characters == limit) return out + "…";
    const std::size_t length = utf8_length(text, i);
    const std::size_t step = std::max<std::size_t>(length, 1);
    if (length == 0 || drives_a_terminal(code_point(text, i, length))) {
      for (std::size_t k = 0; k < step; ++k) append_escaped(out, text[i + k]);
    } else {
      out += text.substr(i, step);
    }
    i += step;
  }
  return out;
}

std::string quoted(std::string_view text) { return "'" + printable(text) + "'"; }

std::string quoted_list(std::span<const std::string> names) {
  std::string out;
  const std::size_t shown = std::min(names.size(), kListed);
  for (std::size_t i = 0; i < shown; ++i) {
    const bool last = i + 1 == names.size();
    out += (i == 0 ? "" : last ? " and " : ", ") + quoted(names[i]);
  }
  if (shown < names.size()) out += " and " + std::to_string(names.size() - shown) + " more";
  return out;
}

}  // namespace lehr

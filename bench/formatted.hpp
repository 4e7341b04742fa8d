#pragma once

#include <array>
#include <cstdio>
#include <string>

namespace lehr::bench {

/// One line of a table by printf's rules, at most 255 characters.
template <class... Values>
std::string formatted(const char* format, Values... values) {
  std::array<char, 256> text{};
  std::snprintf(text.data(), text.size(), format, values...);
  return text.data();
}

}  // namespace lehr::bench

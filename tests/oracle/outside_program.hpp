#pragma once

#include <cstddef>
#include <cstdio>
#include <optional>
#include <string>

namespace lehr {

/// What a command writes to standard output; empty if it does not end with exit code 0.
inline std::optional<std::string> output_of(const std::string& command) {
  std::FILE* pipe = popen((command + " 2>/dev/null").c_str(), "r");
  if (pipe == nullptr) return std::nullopt;
  std::string text;
  char buffer[4096];
  for (std::size_t count = 0; (count = std::fread(buffer, 1, sizeof buffer, pipe)) > 0;) text.append(buffer, count);
  if (pclose(pipe) != 0) return std::nullopt;
  return text;
}

}  // namespace lehr

#pragma once

#include <charconv>
#include <cmath>
#include <string>
#include <string_view>

#include <lehr/base/errors.hpp>

namespace lehr {

/// The shortest text that reads back as the same number.
inline std::string to_text(double value) {
  char buffer[32];
  const auto result = std::to_chars(buffer, buffer + sizeof buffer, value);
  return {buffer, result.ptr};
}

inline void check_positive(std::string_view field, double value) {
  if (std::isfinite(value) && value > 0) return;
  throw UsageError(std::string(field) + " must be a positive finite number, not " + to_text(value));
}

inline void check_at_least(std::string_view field, long long value, long long least) {
  if (value >= least) return;
  throw UsageError(std::string(field) + " must be at least " + std::to_string(least) + ", not " +
                   std::to_string(value));
}

}  // namespace lehr

#pragma once

#include <cstdint>

namespace lehr {

/// A length of time in whole seconds. Its text is "90", "90s", "45m", "3h", "1h30m" or "2d".
struct TimeSpan {
  std::uint64_t seconds = 0;

  bool operator==(const TimeSpan&) const = default;
};

}  // namespace lehr

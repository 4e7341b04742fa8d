#pragma once

#include <cstddef>
#include <string>

#include <lehr/api/settings.hpp>  // what an option's text must be

namespace lehr::cli {

/// "1 row", "2 rows".
inline std::string counted(std::size_t count, const std::string& noun) {
  return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

}  // namespace lehr::cli

#pragma once

#include <string_view>

namespace lehr {

std::string_view version();

/// The commit that this was built from, "-changed" behind it where the code differed from that; "unknown" without git.
std::string_view commit();

}  // namespace lehr

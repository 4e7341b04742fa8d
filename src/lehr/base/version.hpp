#pragma once

#include <string_view>

namespace lehr {

std::string_view version();

}  // namespace lehr

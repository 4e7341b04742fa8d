#pragma once

#include <cstdint>
#include <string_view>

namespace lehr {

/// CRC-32 of IEEE 802.3 (polynomial 0x04C11DB7, reflected): finds every error of up to 32 bits in a row.
std::uint32_t crc32(std::string_view bytes);

}  // namespace lehr

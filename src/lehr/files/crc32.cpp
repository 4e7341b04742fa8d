#include <lehr/files/crc32.hpp>

#include <array>

namespace lehr {
namespace {

constexpr std::uint32_t kReflectedPolynomial = 0xEDB88320;

/// The remainder that each value of a byte leaves.
constexpr std::array<std::uint32_t, 256> make_table() {
  std::array<std::uint32_t, 256> table{};
  for (std::uint32_t byte = 0; byte < 256; ++byte) {
    std::uint32_t remainder = byte;
    for (int bit = 0; bit < 8; ++bit) remainder = (remainder >> 1) ^ ((remainder & 1) != 0 ? kReflectedPolynomial : 0);
    table[byte] = remainder;
  }
  return table;
}

constexpr std::array<std::uint32_t, 256> kTable = make_table();

}  // namespace

std::uint32_t crc32(std::string_view bytes) {
  std::uint32_t remainder = ~std::uint32_t{0};
  for (const char c : bytes) remainder = kTable[(remainder ^ static_cast<unsigned char>(c)) & 0xFF] ^ (remainder >> 8);
  return ~remainder;
}

}  // namespace lehr

#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

// The user's own text inside messages: short, on one line, and unable to drive a terminal.
namespace lehr {

/// The length of the UTF-8 sequence at `position`, 1 to 4; 0 where the bytes are not UTF-8.
std::size_t utf8_length(std::string_view text, std::size_t position);

/// The text with control characters and invalid bytes escaped; more than `limit` characters end in "…".
std::string printable(std::string_view text, std::size_t limit = 40);

/// printable() between single quotes.
std::string quoted(std::string_view text);

/// "'a', 'b' and 12 more": names beyond the first eight are counted only.
std::string quoted_list(std::span<const std::string> names);

}  // namespace lehr

#pragma once

#include <optional>
#include <string_view>

namespace lehr {

/// What a field holds. Everything but `number` is refused in a feature, each kind with its own advice.
enum class FieldKind { number, missing, infinite, too_large, hexadecimal, decimal_comma, text };

/// A finite decimal number, with or without sign and exponent; a magnitude below the smallest double is 0.
/// Independent of the locale.
std::optional<double> parse_number(std::string_view field);

/// Empty, NA, N/A, #N/A, NaN, null or ?, in any case.
bool is_missing(std::string_view field);

FieldKind kind_of(std::string_view field);

}  // namespace lehr

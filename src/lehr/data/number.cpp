#include <lehr/data/number.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <string>

namespace lehr {
namespace {

enum class Parse { number, too_large, infinite, none };

std::string_view without_sign(std::string_view field) {
  if (!field.empty() && (field.front() == '+' || field.front() == '-')) field.remove_prefix(1);
  return field;
}

bool starts_like_decimal(std::string_view unsigned_field) {
  return !unsigned_field.empty() &&
         ((unsigned_field[0] >= '0' && unsigned_field[0] <= '9') || unsigned_field[0] == '.');
}

// A number beyond the range of double is far from 1 on one side or the other: its exponent's sign alone does not say
// which ("0.000…1e5"), the place of its first digit that is not 0 does.
bool is_below_one(std::string_view unsigned_number) {
  const std::size_t mark = std::min(unsigned_number.find_first_of("eE"), unsigned_number.size());
  const std::string_view digits = unsigned_number.substr(0, mark);
  const std::size_t point = std::min(digits.find('.'), digits.size());
  const std::size_t first = digits.find_first_of("123456789");
  if (first == std::string_view::npos) return true;
  const long place = static_cast<long>(point) - static_cast<long>(first) - (first < point ? 1 : 0);
  std::string_view exponent = unsigned_number.substr(std::min(mark + 1, unsigned_number.size()));
  const bool negative = !exponent.empty() && exponent.front() == '-';
  exponent = without_sign(exponent);
  long magnitude = 0;
  const auto [end, error] = std::from_chars(exponent.data(), exponent.data() + exponent.size(), magnitude);
  if (error == std::errc::result_out_of_range) return negative;
  return (negative ? -magnitude : magnitude) + place < 0;
}

Parse parse(std::string_view field, double& value) {
  const std::string_view magnitude = without_sign(field);
  if (magnitude.empty()) return Parse::none;
  // from_chars takes no '+'; what follows the sign must not bring a second one.
  if (!starts_like_decimal(magnitude)) {
    std::string lower(magnitude);
    std::transform(lower.begin(), lower.end(), lower.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
    return lower == "inf" || lower == "infinity" ? Parse::infinite : Parse::none;
  }
  const auto [end, error] = std::from_chars(magnitude.data(), magnitude.data() + magnitude.size(), value);
  if (error == std::errc::invalid_argument || end != magnitude.data() + magnitude.size()) return Parse::none;
  if (error == std::errc::result_out_of_range || std::isinf(value)) {
    if (!is_below_one(magnitude)) return Parse::too_large;
    value = 0;
  }
  if (field.front() == '-') value = -value;
  return Parse::number;
}

bool is_hexadecimal(std::string_view field) {
  const std::string_view digits = without_sign(field);
  return digits.size() > 2 && digits[0] == '0' && (digits[1] == 'x' || digits[1] == 'X') &&
         digits.substr(2).find_first_not_of("0123456789abcdefABCDEF.pP+-") == std::string_view::npos;
}

bool has_decimal_comma(std::string_view field) {
  const std::size_t comma = field.find(',');
  if (comma == std::string_view::npos) return false;
  std::string with_point(field);
  with_point[comma] = '.';
  return parse_number(with_point).has_value();
}

}  // namespace

std::optional<double> parse_number(std::string_view field) {
  double value = 0;
  return parse(field, value) == Parse::number ? std::optional(value) : std::nullopt;
}

bool is_missing(std::string_view field) {
  constexpr std::array<std::string_view, 7> kMarks = {"", "NA", "N/A", "#N/A", "NAN", "NULL", "?"};
  const auto same = [](char a, char b) { return a == b || (a >= 'a' && a <= 'z' && a - 32 == b); };
  return std::any_of(kMarks.begin(), kMarks.end(), [&](std::string_view mark) {
    return std::equal(field.begin(), field.end(), mark.begin(), mark.end(), same);
  });
}

FieldKind kind_of(std::string_view field) {
  double value = 0;
  switch (parse(field, value)) {
    case Parse::number:
      return FieldKind::number;
    case Parse::too_large:
      return FieldKind::too_large;
    case Parse::infinite:
      return FieldKind::infinite;
    case Parse::none:
      break;
  }
  if (is_missing(field)) return FieldKind::missing;
  if (is_hexadecimal(field)) return FieldKind::hexadecimal;
  return has_decimal_comma(field) ? FieldKind::decimal_comma : FieldKind::text;
}

}  // namespace lehr

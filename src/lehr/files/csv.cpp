#include <lehr/files/csv.hpp>

#include <charconv>

namespace lehr {
namespace {

constexpr std::size_t kLongestNumber = 32;  // -2.2250738585072014e-308 has 24 characters

/// The shortest text that reads back as the same number.
void append_number(std::string& text, double value) {
  char buffer[kLongestNumber];
  const auto [end, status] = std::to_chars(buffer, buffer + sizeof buffer, value);
  text.append(buffer, end);
}

}  // namespace

std::string csv_field(std::string_view text) {
  if (text.find_first_of(",;\t\"\r\n") == std::string_view::npos) return std::string(text);
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

std::string to_csv(const Dataset& data) {
  std::string text;
  for (std::size_t feature = 0; feature < data.features; ++feature) {
    const bool named = feature < data.feature_names.size() && !data.feature_names[feature].empty();
    text += (named ? csv_field(data.feature_names[feature]) : "x" + std::to_string(feature + 1)) + ",";
  }
  text += "label\n";
  for (std::size_t row = 0; row < data.rows; ++row) {
    for (std::size_t feature = 0; feature < data.features; ++feature) {
      append_number(text, data.feature(feature)[row]);
      text += ',';
    }
    text += data.responses.value[row] > 0 ? "1\n" : "-1\n";
  }
  return text;
}

}  // namespace lehr

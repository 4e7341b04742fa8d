#include <lehr/report/html.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include <lehr/data/printable.hpp>

namespace lehr::report {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";  // U+FFFD

std::string_view reference(char character) {
  switch (character) {
    case '&':
      return "&amp;";
    case '<':
      return "&lt;";
    case '>':
      return "&gt;";
    case '"':
      return "&quot;";
    case '\'':
      return "&#39;";
    default:
      return {};
  }
}

std::string formatted(const char* format, int precision, double value) {
  char buffer[400];  // the largest double has 309 digits
  std::snprintf(buffer, sizeof buffer, format, precision, value);
  return buffer;
}

}  // namespace

std::string escaped(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = utf8_length(text, i);
    const auto byte = static_cast<unsigned char>(text[i]);
    if (length == 0 || (byte < 0x20 && byte != '\n') || byte == 0x7F) {
      out += kReplacement;
      ++i;
      continue;
    }
    const std::string_view known = length == 1 ? reference(text[i]) : std::string_view{};
    out += known.empty() ? text.substr(i, length) : known;
    i += length;
  }
  return out;
}

std::string with_options(std::string_view text) {
  std::string html;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t option = std::min(text.find("--", begin), text.size());
    const std::size_t end = std::min(text.find_first_not_of("-abcdefghijklmnopqrstuvwxyz", option), text.size());
    html += escaped(text.substr(begin, option - begin));
    if (option < end) html += "<span class=\"option\">" + escaped(text.substr(option, end - option)) + "</span>";
    begin = end;
  }
  return html;
}

std::string fixed(double value, int decimals) { return formatted("%.*f", decimals, value); }

std::string number(double value, int digits) {
  if (!std::isfinite(value)) return std::isnan(value) ? "-" : value > 0 ? "∞" : "-∞";
  const double size = std::abs(value);
  if (size < 1e-4 || size >= 1e6) return value == 0 ? "0" : formatted("%.*g", digits, value);
  const int before = static_cast<int>(std::floor(std::log10(size))) + 1;
  return fixed(value, std::max(0, digits - before));
}

std::string counted(std::size_t count, const std::string& noun) {
  return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

std::string shortened(std::string_view text, std::size_t most) {
  std::size_t end = 0;
  for (std::size_t characters = 0; end < text.size(); ++characters) {
    if (characters + 1 == most && end + std::max<std::size_t>(utf8_length(text, end), 1) < text.size()) {
      return std::string(text.substr(0, end)) + "…";
    }
    end += std::max<std::size_t>(utf8_length(text, end), 1);
  }
  return std::string(text);
}

std::string section(const std::string& id, const std::string& heading, const std::string& body) {
  return "<section id=\"" + id + "\" aria-labelledby=\"" + id + "-heading\">\n<h2 id=\"" + id + "-heading\">" +
         heading + "</h2>\n" + body + "</section>\n";
}

}  // namespace lehr::report

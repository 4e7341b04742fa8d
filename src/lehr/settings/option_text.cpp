#include <lehr/settings/option_text.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numeric>
#include <optional>

#include <lehr/base/check.hpp>
#include <lehr/base/errors.hpp>

namespace lehr {
namespace {

[[noreturn]] void refuse(std::string_view option, std::string_view text, const std::string& must_be) {
  throw UsageError(std::string(option) + " is '" + std::string(text) + "'; it must be " + must_be);
}

/// The whole text as a number; nothing may be left over.
template <class Number>
bool reads_as(std::string_view text, Number& value) {
  if (text.starts_with('+')) text.remove_prefix(1);
  if (text.starts_with('+')) return false;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc{} && end == text.data() + text.size();
}

/// How many letters to insert, remove or change to make one word the other (Levenshtein).
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0]++;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t changed = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({changed, row[j] + 1, row[j + 1] + 1});
    }
  }
  return row.back();
}

struct TimeUnit {
  char letter;
  std::uint64_t seconds;
};
constexpr TimeUnit kTimeUnits[] = {{'d', 86400}, {'h', 3600}, {'m', 60}, {'s', 1}};

/// Nothing where the text is not a time, or one of more than `most` seconds.
std::optional<std::uint64_t> read_time(std::string_view text, std::uint64_t most) {
  const bool is_plain = !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
  const std::string with_unit = std::string(text) + (is_plain ? "s" : "");
  std::string_view rest = with_unit;
  std::uint64_t total = 0;
  for (const TimeUnit& unit : kTimeUnits) {
    const std::size_t end = rest.find_first_not_of("0123456789");
    if (end == 0 || end == std::string_view::npos || rest[end] != unit.letter) continue;
    std::uint64_t count = 0;
    if (!reads_as(rest.substr(0, end), count) || count > most / unit.seconds) return std::nullopt;
    total += count * unit.seconds;
    rest.remove_prefix(end + 1);
  }
  if (text.empty() || !rest.empty() || total > most) return std::nullopt;
  return total;
}

std::string_view without_spaces(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(' ');
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(' ') - begin + 1);
}

}  // namespace

double positive_number(std::string_view option, std::string_view text) {
  double value = 0;
  if (!reads_as(text, value) || !std::isfinite(value) || value <= 0) refuse(option, text, "a finite number above 0");
  return value;
}

std::vector<double> positive_numbers(std::string_view option, std::string_view text) {
  std::vector<double> values;
  for (std::string_view rest = text;;) {
    const std::size_t comma = std::min(rest.find(','), rest.size());
    const std::string_view field = without_spaces(rest.substr(0, comma));
    double value = 0;
    if (!reads_as(field, value) || !std::isfinite(value) || value <= 0) {
      refuse(option, text, "a finite number above 0, or several with commas between them");
    }
    values.push_back(value);
    if (comma == rest.size()) return values;
    rest.remove_prefix(comma + 1);
  }
}

double number_up_to(std::string_view option, std::string_view text, double greatest) {
  double value = 0;
  if (!reads_as(text, value) || !(value >= 0 && value <= greatest)) {
    refuse(option, text, "a number from 0 to " + to_text(greatest));
  }
  return value;
}

std::uint64_t whole_number(std::string_view option, std::string_view text, std::uint64_t least, std::uint64_t most) {
  std::uint64_t value = 0;
  if (!reads_as(text, value) || value < least || value > most) {
    refuse(option, text, "a whole number from " + std::to_string(least) + " to " + std::to_string(most));
  }
  return value;
}

std::uint64_t whole_seconds(std::string_view option, std::string_view text, std::uint64_t least, std::uint64_t most) {
  const std::optional<std::uint64_t> seconds = read_time(text, most);
  if (!seconds || *seconds < least) {
    refuse(option, text,
           "a time such as 90 (seconds), 90s, 45m, 3h, 1h30m or 2d, from " + seconds_as_text(least) + " to " +
               seconds_as_text(most));
  }
  return *seconds;
}

std::string seconds_as_text(std::uint64_t seconds) {
  if (seconds == 0) return "0s";
  std::string text;
  for (const TimeUnit& unit : kTimeUnits) {
    if (seconds >= unit.seconds) text += std::to_string(seconds / unit.seconds) + unit.letter;
    seconds %= unit.seconds;
  }
  return text;
}

std::string one_of(std::string_view option, std::string_view text, const std::vector<std::string>& choices) {
  if (std::find(choices.begin(), choices.end(), text) != choices.end()) return std::string(text);
  const std::string guess = nearest(text, choices);
  refuse(option, text, "one of " + joined(choices) + (guess.empty() ? "" : " (did you mean " + guess + "?)"));
}

std::string nearest(std::string_view word, const std::vector<std::string>& known) {
  std::string best;
  std::size_t best_distance = std::max<std::size_t>(word.size() / 3, 1) + 1;
  for (const std::string& candidate : known) {
    const std::size_t candidate_distance = distance(word, candidate);
    if (candidate_distance < best_distance) {
      best = candidate;
      best_distance = candidate_distance;
    }
  }
  return best;
}

std::string joined(const std::vector<std::string>& words, std::string_view separator) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : std::string(separator)) + word;
  return text;
}

}  // namespace lehr

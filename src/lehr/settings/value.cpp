#include <lehr/settings/value.hpp>

#include <algorithm>

#include <lehr/base/check.hpp>
#include <lehr/settings/option_text.hpp>

namespace lehr {

void read_value(std::string_view option, std::string_view text, const Allowed& /*allowed*/, bool& value) {
  value = one_of(option, text, {"yes", "no"}) == "yes";
}

void read_value(std::string_view option, std::string_view text, const Allowed& allowed, int& value) {
  constexpr std::uint64_t kMost = std::numeric_limits<int>::max();
  value = static_cast<int>(whole_number(option, text, allowed.least, std::min(allowed.most, kMost)));
}

void read_value(std::string_view option, std::string_view text, const Allowed& allowed, std::uint64_t& value) {
  value = whole_number(option, text, allowed.least, allowed.most);
}

void read_value(std::string_view option, std::string_view text, const Allowed& allowed, double& value) {
  value = number_up_to(option, text, allowed.greatest);
}

void read_value(std::string_view option, std::string_view text, const Allowed& allowed, std::string& value) {
  value = allowed.words == nullptr ? std::string(text) : one_of(option, text, allowed.words());
}

void read_value(std::string_view option, std::string_view text, const Allowed& allowed,
                std::vector<std::string>& values) {
  read_value(option, text, allowed, values.emplace_back());
}

void read_value(std::string_view option, std::string_view text, const Allowed& /*allowed*/, GammaPrior& value) {
  const std::vector<double> values = positive_numbers(option, text);
  if (values.size() != 2) {
    throw UsageError(std::string(option) + " is '" + std::string(text) +
                     "'; it must be two numbers A,B above 0: shape and rate");
  }
  value = {values[0], values[1]};
}

void read_value(std::string_view option, std::string_view text, const Allowed& allowed, TimeSpan& value) {
  value.seconds = whole_seconds(option, text, allowed.least, allowed.most);
}

std::string print_value(bool value) { return value ? "yes" : "no"; }
std::string print_value(int value) { return std::to_string(value); }
std::string print_value(std::uint64_t value) { return std::to_string(value); }
std::string print_value(double value) { return to_text(value); }
std::string print_value(const std::string& value) { return value; }
std::string print_value(const GammaPrior& value) { return to_text(value.shape) + "," + to_text(value.rate); }
std::string print_value(TimeSpan value) { return seconds_as_text(value.seconds); }

void check_value(std::string_view /*name*/, const Allowed& /*allowed*/, bool /*value*/) {}

void check_value(std::string_view name, const Allowed& allowed, int value) {
  // A negative number is below every range, and is named as it is.
  if (value >= 0 && static_cast<std::uint64_t>(value) >= allowed.least &&
      static_cast<std::uint64_t>(value) <= allowed.most)
    return;
  throw UsageError(std::string(name) + " must be from " + std::to_string(allowed.least) + " to " +
                   std::to_string(allowed.most) + ", not " + std::to_string(value));
}

void check_value(std::string_view name, const Allowed& allowed, std::uint64_t value) {
  if (value >= allowed.least && value <= allowed.most) return;
  throw UsageError(std::string(name) + " must be from " + std::to_string(allowed.least) + " to " +
                   std::to_string(allowed.most) + ", not " + std::to_string(value));
}

void check_value(std::string_view name, const Allowed& allowed, double value) {
  if (value >= 0 && value <= allowed.greatest) return;
  throw UsageError(std::string(name) + " must be a number from 0 to " + to_text(allowed.greatest) + ", not " +
                   to_text(value));
}

void check_value(std::string_view /*name*/, const Allowed& allowed, const std::string& value) {
  if (allowed.require != nullptr) allowed.require(value);
}

void check_value(std::string_view name, const Allowed& allowed, const std::vector<std::string>& values) {
  for (const std::string& value : values) check_value(name, allowed, value);
}

void check_value(std::string_view name, const Allowed& /*allowed*/, const GammaPrior& value) {
  std::string words(name);  // "the variance prior's"
  std::replace(words.begin(), words.end(), '_', ' ');
  check_positive("the " + words + "'s shape", value.shape);
  check_positive("the " + words + "'s rate", value.rate);
}

void check_value(std::string_view name, const Allowed& allowed, TimeSpan value) {
  check_value(std::string(name) + " in seconds", allowed, value.seconds);
}

}  // namespace lehr

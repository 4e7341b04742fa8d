#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <lehr/settings/setting.hpp>

// One overload for each type that a setting can have: from an option's text, to it, and judged. A switch has no text:
// its option is given or not. Several words have a text each, and each is added to those before.
namespace lehr {

/// Throws a UsageError that names the option, its text and what it must be.
void read_value(std::string_view option, std::string_view text, const Allowed& allowed, bool& value);  // "yes", "no"
void read_value(std::string_view option, std::string_view text, const Allowed& allowed, int& value);
void read_value(std::string_view option, std::string_view text, const Allowed& allowed, std::uint64_t& value);
void read_value(std::string_view option, std::string_view text, const Allowed& allowed, double& value);
void read_value(std::string_view option, std::string_view text, const Allowed& allowed, std::string& value);
void read_value(std::string_view option, std::string_view text, const Allowed& allowed,
                std::vector<std::string>& values);
void read_value(std::string_view option, std::string_view text, const Allowed& allowed, GammaPrior& value);
void read_value(std::string_view option, std::string_view text, const Allowed& allowed, TimeSpan& value);

/// What reads back as the same value.
std::string print_value(bool value);
std::string print_value(int value);
std::string print_value(std::uint64_t value);
std::string print_value(double value);
std::string print_value(const std::string& value);
std::string print_value(const GammaPrior& value);  // "1.1,0.1"
std::string print_value(TimeSpan value);           // "1h30m"

/// Throws a UsageError that names the setting, its value and what it must be.
void check_value(std::string_view name, const Allowed& allowed, bool value);
void check_value(std::string_view name, const Allowed& allowed, int value);
void check_value(std::string_view name, const Allowed& allowed, std::uint64_t value);
void check_value(std::string_view name, const Allowed& allowed, double value);
void check_value(std::string_view name, const Allowed& allowed, const std::string& value);
void check_value(std::string_view name, const Allowed& allowed, const std::vector<std::string>& values);
void check_value(std::string_view name, const Allowed& allowed, const GammaPrior& value);
void check_value(std::string_view name, const Allowed& allowed, TimeSpan value);

template <class Value>
void read_value(std::string_view option, std::string_view text, const Allowed& allowed, std::optional<Value>& value) {
  read_value(option, text, allowed, value.emplace());
}

template <class Value>
std::optional<std::string> print_value(const std::optional<Value>& value) {
  if (!value) return std::nullopt;
  return print_value(*value);
}

template <class Value>
void check_value(std::string_view name, const Allowed& allowed, const std::optional<Value>& value) {
  if (value) check_value(name, allowed, *value);
}

}  // namespace lehr

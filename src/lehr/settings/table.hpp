#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

#include <lehr/settings/option_text.hpp>
#include <lehr/settings/setting.hpp>
#include <lehr/settings/value.hpp>

// What every struct with a table of settings can do: Settings::table() has its rows.
namespace lehr {

/// The row of that name, which there must be.
template <class Settings>
const Setting<Settings>& setting_named(std::string_view name) {
  for (const Setting<Settings>& row : Settings::table()) {
    if (row.name == name) return row;
  }
  throw std::logic_error("there is no setting '" + std::string(name) + "'");
}

/// Calls `visit` with the row's member of these settings, as its own type.
template <class Settings, class Visit>
decltype(auto) with_value(const Setting<Settings>& row, const Settings& settings, const Visit& visit) {
  return std::visit([&](auto member) -> decltype(auto) { return visit(settings.*member); }, row.member);
}

template <class Settings, class Visit>
decltype(auto) with_value(const Setting<Settings>& row, Settings& settings, const Visit& visit) {
  return std::visit([&](auto member) -> decltype(auto) { return visit(settings.*member); }, row.member);
}

/// Throws a UsageError for the first value that is not allowed.
template <class Settings>
void check_settings(const Settings& settings) {
  for (const Setting<Settings>& row : Settings::table()) {
    const std::string member = row.key().empty() ? std::string(row.name) : row.key();
    with_value(row, settings, [&](const auto& value) { check_value(member, row.allowed, value); });
  }
}

/// Whether the option is given or not, without a value; given, it makes the member the opposite of its default.
template <class Settings>
bool is_switch(const Setting<Settings>& row) {
  return std::holds_alternative<bool Settings::*>(row.member);
}

/// Whether the option's value is numbers with commas between them.
template <class Settings>
bool is_list(const Setting<Settings>& row) {
  return std::holds_alternative<GammaPrior Settings::*>(row.member) ||
         std::holds_alternative<std::optional<GammaPrior> Settings::*>(row.member);
}

/// Whether the option's value is words, any number of them.
template <class Settings>
bool is_words(const Setting<Settings>& row) {
  return std::holds_alternative<std::vector<std::string> Settings::*>(row.member);
}

template <class Settings>
void turn_on(const Setting<Settings>& row, Settings& settings) {
  const auto member = std::get<bool Settings::*>(row.member);
  settings.*member = !(Settings{}.*member);
}

/// Sets the member from the text of its option, or adds one of its words; a UsageError names what it must be.
template <class Settings>
void read_setting(const Setting<Settings>& row, Settings& settings, std::string_view text) {
  if (row.read != nullptr) return row.read(settings, row.option(), text);
  with_value(row, settings, [&]<class Value>(Value& value) {
    if constexpr (!std::is_same_v<Value, bool>) read_value(row.option(), text, row.allowed, value);
  });
}

/// The member as text; nothing where it has no value, for a switch and for words.
template <class Settings>
std::optional<std::string> print_member(const Setting<Settings>& row, const Settings& settings) {
  return with_value(row, settings, []<class Value>(const Value& value) -> std::optional<std::string> {
    if constexpr (std::is_same_v<Value, bool> || std::is_same_v<Value, std::vector<std::string>>) {
      return std::nullopt;
    } else {
      return print_value(value);
    }
  });
}

/// The text of the option that has this value; nothing where the option is not to be given, for a switch and for words.
template <class Settings>
std::optional<std::string> print_setting(const Setting<Settings>& row, const Settings& settings) {
  return row.print == nullptr ? print_member(row, settings) : row.print(settings);
}

/// The words that give the command line this value: none, "--ard", "--chains" and "4", or "--categorical" and columns.
template <class Settings>
std::vector<std::string> option_words(const Setting<Settings>& row, const Settings& settings) {
  if (row.option().empty()) return {};
  if (is_switch(row)) {
    const auto member = std::get<bool Settings::*>(row.member);
    return settings.*member == Settings{}.*member ? std::vector<std::string>{} : std::vector{row.option()};
  }
  if (is_words(row)) {
    std::vector<std::string> words = settings.*std::get<std::vector<std::string> Settings::*>(row.member);
    if (!words.empty()) words.insert(words.begin(), row.option());
    return words;
  }
  const std::optional<std::string> text = print_setting(row, settings);
  return text ? std::vector{row.option(), *text} : std::vector<std::string>{};
}

/// "N", or the words to choose from.
template <class Settings>
std::string value_name(const Setting<Settings>& row) {
  return row.allowed.words == nullptr ? std::string(row.value_name) : joined(row.allowed.words(), "|");
}

/// The help of the option; its default is the value in `settings`.
template <class Settings>
std::string option_help(const Setting<Settings>& row, const Settings& settings) {
  const std::string help(row.help);
  if (!row.otherwise.empty()) return help + " (default: " + std::string(row.otherwise) + ")";
  const std::optional<std::string> text = print_member(row, settings);
  return text ? help + " (default " + *text + ")" : help;
}

/// "4 chains": how this value is told where the user did not choose it; empty where it is not told.
template <class Settings>
std::string told_default(const Setting<Settings>& row, const Settings& settings) {
  const std::size_t place = row.told.find('@');
  const std::optional<std::string> text = print_member(row, settings);
  if (place == std::string_view::npos || !text) return {};
  return std::string(row.told.substr(0, place)) + *text + std::string(row.told.substr(place + 1));
}

}  // namespace lehr

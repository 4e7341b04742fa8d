#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <cli/options/option.hpp>
#include <lehr/api/settings.hpp>

namespace lehr::cli {

using SettingNames = std::set<std::string_view>;

/// Settings and the names of those that the user has chosen; the others have the library's defaults.
template <class Settings>
struct Chosen {
  Settings settings;
  SettingNames given = {};

  bool has(std::string_view name) const { return given.contains(name); }
};

/// An option for each row of the table but those left out. The help shows what `chosen` holds as the default.
template <class Settings>
void add_settings(OptionGroup group, Chosen<Settings>& chosen, const SettingNames& left_out = {}) {
  for (const Setting<Settings>& row : Settings::table()) {
    if (row.option().empty() || left_out.contains(row.name)) continue;
    const OptionText text = {row.option(), value_name(row), option_help(row, chosen.settings)};
    const SetValue set = [&](auto, auto& value) {
      read_setting(row, chosen.settings, value);
      chosen.given.insert(row.name);
    };
    if (is_switch(row)) {
      group.add_switch(text.name, text.help, [&] {
        turn_on(row, chosen.settings);
        chosen.given.insert(row.name);
      });
    } else if (is_list(row)) {
      group.add_list(text, set);
    } else if (is_words(row)) {
      group.add_words(text, set);
    } else {
      group.add(text, set);
    }
  }
}

/// "kernel rbf", "4 chains": of the values in `used`, those that the user has not chosen and would want to know.
template <class Settings>
std::vector<std::string> told_defaults(const Settings& used, const SettingNames& given,
                                       const SettingNames& left_out = {}) {
  std::vector<std::string> told;
  for (const Setting<Settings>& row : Settings::table()) {
    if (given.contains(row.name) || left_out.contains(row.name)) continue;
    if (std::string text = told_default(row, used); !text.empty()) told.push_back(std::move(text));
  }
  return told;
}

}  // namespace lehr::cli

#pragma once

#include <optional>
#include <string>
#include <type_traits>

#include <cli/options/setting_options.hpp>
#include <cli/output/json_output.hpp>

namespace lehr::cli {

template <class Value>
Json setting_json(const Value& value) {
  if constexpr (std::is_same_v<Value, GammaPrior> || std::is_same_v<Value, TimeSpan>) {
    return print_value(value);
  } else {
    return value;
  }
}

template <class Value>
Json setting_json(const std::optional<Value>& value) {
  return value ? setting_json(*value) : Json(nullptr);
}

/// A key for each row of the table but those left out, by its name and in its order.
template <class Settings>
void write_settings(Json& json, const Settings& settings, const SettingNames& left_out = {}) {
  for (const Setting<Settings>& row : Settings::table()) {
    if (row.name.empty() || left_out.contains(row.name)) continue;
    json[std::string(row.name)] =
        with_value(row, settings, [](const auto& value) -> Json { return setting_json(value); });
  }
}

}  // namespace lehr::cli

#pragma once

#include <optional>
#include <string>

#include <nlohmann/json.hpp>

namespace lehr::cli {

using Json = nlohmann::ordered_json;  // keys stay in the order they are written

/// The text of a JSON value. Numbers that are not finite become null, bytes that are not UTF-8 a replacement character.
inline std::string json_text(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

template <class Value>
Json or_null(const std::optional<Value>& value) {
  return value ? Json(*value) : Json(nullptr);
}

}  // namespace lehr::cli

#include <experiments/program/unit_cache.hpp>

#include <fstream>
#include <utility>

#include <experiments/program/files.hpp>
#include <lehr/files/write_file.hpp>

namespace lehr::reproduce {
namespace {

constexpr const char* kSeconds = "processor_seconds";
constexpr const char* kLongest = "longest_part_seconds";  // of a summary

/// Before summaries told of their parts, they had their own time alone.
std::optional<Effort> effort_in(const Json& stored, bool is_summary) {
  const std::string longest = is_summary ? kLongest : kSeconds;
  if (!stored.contains(kSeconds) || !stored.contains(longest)) return std::nullopt;
  return Effort{stored[kSeconds], stored[longest]};
}

}  // namespace

UnitCache::UnitCache(std::string folder, std::string summaries)
    : folder_(std::move(folder)), summaries_(std::move(summaries)) {
  for (const std::string& path : {folder_, summaries_}) make_folder(path);
}

std::string UnitCache::path_of(const Unit& unit) const {
  return (unit.is_summary ? summaries_ : folder_) + "/" + unit.name + ".json";
}

Json UnitCache::stored(const Unit& unit) const {
  std::ifstream file(path_of(unit));
  if (!file) return nullptr;
  Json stored = Json::parse(file, nullptr, false);
  const bool sound = stored.is_object() && stored.contains("result") && stored.contains("options") &&
                     stored["options"].is_object() && stored.contains("commit") && stored["commit"].is_string();
  return sound ? stored : Json(nullptr);
}

std::optional<Found> UnitCache::find(const Unit& unit) const {
  const Json stored = this->stored(unit);
  if (stored.is_null() || stored["options"] != unit.options) return std::nullopt;
  return Found{stored["result"], stored["commit"].get<std::string>(), effort_in(stored, unit.is_summary)};
}

std::optional<std::string> UnitCache::difference(const Unit& unit) const {
  const Json stored = this->stored(unit);
  if (stored.is_null()) return std::nullopt;
  const Json changes = Json::diff(stored["options"], unit.options);
  if (changes.empty()) return std::nullopt;
  const std::string place = changes[0]["path"];
  const Json::json_pointer option(place);
  const auto shown = [&option](const Json& options) {
    return options.contains(option) ? options.at(option).dump() : "nothing";
  };
  return "'" + path_of(unit) + "' has " + place.substr(1) + " " + shown(stored["options"]) + " instead of " +
         shown(unit.options);
}

void UnitCache::keep(const Unit& unit, const Found& found) const {
  Json stored;
  stored["unit"] = unit.name;
  stored["commit"] = found.commits;
  stored["options"] = unit.options;
  if (found.effort) {
    stored[kSeconds] = found.effort->seconds;
    if (unit.is_summary) stored[kLongest] = found.effort->longest_part;
  }
  stored["result"] = found.result;
  write_file(path_of(unit), stored.dump() + "\n");
}

}  // namespace lehr::reproduce

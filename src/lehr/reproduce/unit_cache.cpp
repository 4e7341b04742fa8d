#include <lehr/reproduce/unit_cache.hpp>

#include <filesystem>
#include <fstream>
#include <utility>

#include <lehr/base/errors.hpp>
#include <lehr/base/version.hpp>
#include <lehr/io/write_file.hpp>

namespace lehr::reproduce {

UnitCache::UnitCache(std::string folder) : folder_(std::move(folder)) {
  std::error_code error;
  std::filesystem::create_directories(folder_, error);
  if (error) throw RunError("the folder '" + folder_ + "' cannot be made: " + error.message());
}

std::string UnitCache::path_of(const Unit& unit) const { return folder_ + "/" + unit.name + ".json"; }

std::optional<UnitCache::Entry> UnitCache::find(const Unit& unit) const {
  std::ifstream file(path_of(unit));
  if (!file) return std::nullopt;
  const Json stored = Json::parse(file, nullptr, false);
  if (!stored.is_object() || !stored.contains("result") || !stored.contains("commit")) return std::nullopt;
  if (stored.value("options", Json()) != unit.options) return std::nullopt;
  return Entry{stored["result"], stored["commit"].get<std::string>()};
}

void UnitCache::keep(const Unit& unit, const Json& result, double seconds) const {
  Json stored;
  stored["unit"] = unit.name;
  stored["commit"] = commit();
  stored["options"] = unit.options;
  stored["processor_seconds"] = seconds;
  stored["result"] = result;
  write_file(path_of(unit), stored.dump() + "\n");
}

}  // namespace lehr::reproduce

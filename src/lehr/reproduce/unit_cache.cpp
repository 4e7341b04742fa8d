#include <lehr/reproduce/unit_cache.hpp>

#include <fstream>
#include <utility>

#include <lehr/io/write_file.hpp>
#include <lehr/reproduce/files.hpp>

namespace lehr::reproduce {

UnitCache::UnitCache(std::string folder, std::string summaries)
    : folder_(std::move(folder)), summaries_(std::move(summaries)) {
  for (const std::string& path : {folder_, summaries_}) make_folder(path);
}

std::string UnitCache::path_of(const Unit& unit) const {
  return (unit.is_summary ? summaries_ : folder_) + "/" + unit.name + ".json";
}

std::optional<UnitCache::Entry> UnitCache::find(const Unit& unit) const {
  std::ifstream file(path_of(unit));
  if (!file) return std::nullopt;
  const Json stored = Json::parse(file, nullptr, false);
  if (!stored.is_object() || !stored.contains("result") || !stored.contains("commit")) return std::nullopt;
  if (stored.value("options", Json()) != unit.options) return std::nullopt;
  return Entry{stored["result"], stored["commit"].get<std::string>()};
}

void UnitCache::keep(const Unit& unit, const Entry& found, double seconds) const {
  Json stored;
  stored["unit"] = unit.name;
  stored["commit"] = found.commit;
  stored["options"] = unit.options;
  stored["processor_seconds"] = seconds;
  stored["result"] = found.result;
  write_file(path_of(unit), stored.dump() + "\n");
}

}  // namespace lehr::reproduce

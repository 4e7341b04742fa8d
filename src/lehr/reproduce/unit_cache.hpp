#pragma once

#include <optional>
#include <string>

#include <lehr/reproduce/unit.hpp>

namespace lehr::reproduce {

/// A folder with one JSON file for each finished unit: its name, the commit of the program, its options, the processor
/// time it took and its result. A file appears as a whole or not at all.
class UnitCache {
 public:
  /// Makes the folder if it is not there.
  explicit UnitCache(std::string folder);

  struct Entry {
    Json result;
    std::string commit;
  };
  /// Empty where the unit has not been run, where it was run with other options, and where its file is damaged: then it
  /// has to be run.
  std::optional<Entry> find(const Unit& unit) const;

  void keep(const Unit& unit, const Json& result, double seconds) const;

 private:
  std::string path_of(const Unit& unit) const;

  std::string folder_;
};

}  // namespace lehr::reproduce

#pragma once

#include <optional>
#include <string>

#include <lehr/reproduce/unit.hpp>

namespace lehr::reproduce {

/// One JSON file for each finished unit: its name, the commit of the program, its options, the processor time it took
/// and its result. A file appears as a whole or not at all. Summaries, which are small, have a folder of their own, to
/// be kept with the tables that are made from them.
class UnitCache {
 public:
  /// Makes the folders if they are not there.
  UnitCache(std::string folder, std::string summaries);

  struct Entry {
    Json result;
    std::string commit;
  };
  /// Empty where the unit has not been run, where it was run with other options, and where its file is damaged: then it
  /// has to be run.
  std::optional<Entry> find(const Unit& unit) const;

  void keep(const Unit& unit, const Entry& found, double seconds) const;

 private:
  std::string path_of(const Unit& unit) const;

  std::string folder_;
  std::string summaries_;
};

}  // namespace lehr::reproduce

#pragma once

#include <optional>
#include <string>

#include <experiments/program/unit.hpp>

namespace lehr::reproduce {

/// One JSON file for each finished unit: its name, the commits of the programs, its options, the processor time it took
/// and its result. A file appears as a whole or not at all. Summaries, which are small, have a folder of their own, to
/// be kept with the tables that are made from them.
class UnitCache {
 public:
  /// Makes the folders if they are not there.
  UnitCache(std::string folder, std::string summaries);

  /// Empty where the unit has not been run, where it was run with other options, and where its file is damaged: then it
  /// has to be run.
  std::optional<Found> find(const Unit& unit) const;

  void keep(const Unit& unit, const Found& found) const;

  /// Where its file was made with other options, in words: the file, and an option that differs.
  std::optional<std::string> difference(const Unit& unit) const;

 private:
  std::string path_of(const Unit& unit) const;
  /// What its file holds; null where there is none, or it is damaged.
  Json stored(const Unit& unit) const;

  std::string folder_;
  std::string summaries_;
};

}  // namespace lehr::reproduce

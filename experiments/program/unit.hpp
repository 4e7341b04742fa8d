#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include <lehr/base/observer.hpp>

namespace lehr::reproduce {

using Json = nlohmann::ordered_json;

/// Processor time.
struct Effort {
  double seconds = 0;
  double longest_part = 0;  // in seconds
};

/// What a finished unit has found.
struct Found {
  Json result;
  std::string commits;                // of the programs that ran it and all that it stands on: usually one
  std::optional<Effort> effort = {};  // of a summary: of what it sums up; that of an older program does not tell
};

/// What finished units have found, by the unit's name. Copies share what was found.
class Results {
 public:
  bool has(const std::string& unit) const { return results_.contains(unit); }
  bool has_all(const std::vector<std::string>& units) const;
  const Json& of(const std::string& unit) const { return results_.at(unit)->result; }
  void add(const std::string& unit, Found found);
  void add_all(const Results& others) { results_.insert(others.results_.begin(), others.results_.end()); }
  Results only(const std::vector<std::string>& units) const;

  /// The commits of the programs that found all this, each once.
  std::string commits() const;
  /// What all of it took; empty where one of them does not tell.
  std::optional<Effort> effort() const;

 private:
  std::map<std::string, std::shared_ptr<const Found>> results_;
};

/// A piece of an experiment that takes at most some minutes. Its result is a function of its options and of the results
/// it needs, so that it may run at any time and on any thread, and again if it was killed.
struct Unit {
  std::string name;                     // of its file in the cache
  Json options;                         // all that the result depends on besides the code: seed, data, counts
  double weight = 1;                    // how long it takes, compared with the others
  std::vector<std::string> needs = {};  // the units that must be finished before
  /// Takes next to no time and sums up what it needs: where its result is there, that of the others may be gone.
  bool is_summary = false;
  std::function<Json(const Results&, const RunContext&)> run;
};

/// How long one evaluation of an evidence takes, compared with those for other numbers of rows.
double evaluation_weight(std::size_t rows);

/// The unit that sums up these parts.
Unit summary_of(const std::vector<Unit>& parts, std::string name, Json options,
                std::function<Json(const Results&)> sum_up);

void append(std::vector<Unit>& units, std::vector<Unit> more);

}  // namespace lehr::reproduce

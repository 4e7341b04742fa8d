#pragma once

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include <lehr/base/observer.hpp>

namespace lehr::reproduce {

using Json = nlohmann::ordered_json;

/// What finished units have found, by the unit's name. Copies share what was found.
class Results {
 public:
  bool has(const std::string& unit) const { return results_.contains(unit); }
  bool has_all(const std::vector<std::string>& units) const;
  const Json& of(const std::string& unit) const { return *results_.at(unit); }
  void add(const std::string& unit, Json result, const std::string& commit);
  Results only(const std::vector<std::string>& units) const;

  /// The commits of the programs that found all this, one after the other: usually one.
  std::string commits() const;

 private:
  std::map<std::string, std::shared_ptr<const Json>> results_;
  std::set<std::string> commits_;
};

/// A piece of an experiment that takes at most some minutes. Its result is a function of its options and of the results
/// it needs, so that it may run at any time and on any thread, and again if it was killed.
struct Unit {
  std::string name;                     // of its file in the cache
  Json options;                         // all that the result depends on besides the code: seed, data, counts
  double weight = 1;                    // how long it takes, compared with the others
  std::vector<std::string> needs = {};  // the units that must be finished before
  std::function<Json(const Results&, const RunContext&)> run;
};

}  // namespace lehr::reproduce

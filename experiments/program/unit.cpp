#include <experiments/program/unit.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <set>
#include <string_view>
#include <utility>

namespace lehr::reproduce {

void Results::add(const std::string& unit, Found found) {
  results_[unit] = std::make_shared<const Found>(std::move(found));
}

bool Results::has_all(const std::vector<std::string>& units) const {
  return std::all_of(units.begin(), units.end(), [this](const std::string& unit) { return has(unit); });
}

Results Results::only(const std::vector<std::string>& units) const {
  Results some;
  for (const std::string& unit : units) some.results_[unit] = results_.at(unit);
  return some;
}

std::string Results::commits() const {
  constexpr std::string_view kBetween = ", ";
  std::set<std::string> different;
  for (const auto& [unit, found] : results_) {
    const std::string& own = found->commits;
    for (std::size_t begin = 0; begin <= own.size();) {
      const std::size_t end = std::min(own.find(kBetween, begin), own.size());
      different.insert(own.substr(begin, end - begin));
      begin = end + kBetween.size();
    }
  }
  std::string text;
  for (const std::string& commit : different) (text += text.empty() ? "" : kBetween) += commit;
  return text;
}

std::optional<Effort> Results::effort() const {
  Effort all;
  for (const auto& [unit, found] : results_) {
    if (!found->effort) return std::nullopt;
    all.seconds += found->effort->seconds;
    all.longest_part = std::max(all.longest_part, found->effort->longest_part);
  }
  return all;
}

double evaluation_weight(std::size_t rows) { return std::pow(static_cast<double>(rows), 2.5); }

Unit summary_of(const std::vector<Unit>& parts, std::string name, Json options,
                std::function<Json(const Results&)> sum_up) {
  Unit unit{.name = std::move(name), .options = std::move(options), .weight = 0, .is_summary = true, .run = {}};
  for (const Unit& part : parts) unit.needs.push_back(part.name);
  unit.run = [sum_up = std::move(sum_up)](const Results& results, const RunContext&) { return sum_up(results); };
  return unit;
}

void append(std::vector<Unit>& units, std::vector<Unit> more) {
  for (Unit& unit : more) units.push_back(std::move(unit));
}

}  // namespace lehr::reproduce

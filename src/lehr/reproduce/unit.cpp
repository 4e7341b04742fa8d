#include <lehr/reproduce/unit.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <set>
#include <string_view>
#include <utility>

namespace lehr::reproduce {

void Results::add(const std::string& unit, Json result, std::string commit) {
  results_[unit] = {std::make_shared<const Json>(std::move(result)), std::move(commit)};
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
  for (const auto& [unit, result] : results_) {  // a summary's may be several
    for (std::size_t begin = 0; begin <= result.commit.size();) {
      const std::size_t end = std::min(result.commit.find(kBetween, begin), result.commit.size());
      different.insert(result.commit.substr(begin, end - begin));
      begin = end + kBetween.size();
    }
  }
  std::string text;
  for (const std::string& commit : different) (text += text.empty() ? "" : kBetween) += commit;
  return text;
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

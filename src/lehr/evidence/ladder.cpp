#include <lehr/evidence/ladder.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <span>
#include <string>

#include <lehr/base/errors.hpp>
#include <lehr/base/find_named.hpp>

namespace lehr {
namespace {

/// `count` values evenly spaced in the logarithm from `first` to `last`.
Ladder log_spaced(double first, double last, int count) {
  Ladder values;
  for (int i = 0; i < count; ++i) {
    const double share = count == 1 ? 0 : double(i) / (count - 1);
    values.push_back(std::exp(std::log(first) + share * (std::log(last) - std::log(first))));
  }
  return values;
}

Ladder paper_ladder(int steps) {
  const int upper = std::max(steps / 2 - 1, 1);
  Ladder betas = log_spaced(1, 0.2, upper);
  const Ladder lower = log_spaced(0.2, 1e-6, steps - upper + 1);
  betas.insert(betas.end(), lower.begin() + 1, lower.end());
  betas.push_back(0);
  return betas;
}

/// Small steps near beta = 1, where a large one has infinite variance, growing geometrically towards 0:
/// 1 - beta_j = (r^j - 1) / (r^s - 1).
Ladder default_ladder(int steps) {
  Ladder betas;
  const double growth = std::pow(100.0, 1.0 / steps);
  for (int j = 0; j <= steps; ++j) betas.push_back(1 - (std::pow(growth, j) - 1) / (std::pow(growth, steps) - 1));
  betas.back() = 0;
  return betas;
}

class Rule {
 public:
  constexpr Rule(std::string_view name, Ladder (*make)(int)) : name_(name), make_(make) {}
  std::string_view name() const { return name_; }
  Ladder make(int steps) const { return make_(steps); }

 private:
  std::string_view name_;
  Ladder (*make_)(int);
};

constexpr Rule kDefault("default", default_ladder);
constexpr Rule kPaper("paper", paper_ladder);
constexpr std::array<const Rule*, 2> kRules = {&kDefault, &kPaper};

}  // namespace

std::vector<std::string_view> ladder_names() {
  std::vector<std::string_view> names;
  for (const Rule* rule : kRules) names.push_back(rule->name());
  return names;
}

Ladder make_ladder(std::string_view name, int steps) {
  const Rule& rule = find_named(std::span<const Rule* const>(kRules), "ladder", name);
  if (steps <= 1) return {1, 0};
  return rule.make(steps);
}

}  // namespace lehr

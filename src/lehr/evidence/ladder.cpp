#include <lehr/evidence/ladder.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

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

/// Nearly even steps, with small ones at beta = 1, where a large one has infinite variance: with u = 1 - j/s,
/// beta_j = u^a / (u^a + (1 - u)^b). The exponents were chosen by measurement: docs/ladders.md.
Ladder default_ladder(int steps) {
  constexpr double kNearZero = 1.2;  // a
  constexpr double kNearOne = 1.5;   // b
  Ladder betas;
  for (int j = 0; j <= steps; ++j) {
    const double u = 1 - double(j) / steps;
    const double rising = std::pow(u, kNearZero);
    betas.push_back(rising / (rising + std::pow(1 - u, kNearOne)));
  }
  return betas;
}

constexpr LadderRule kDefault = {"default", "nearly even steps, small ones next to the posterior", default_ladder};
constexpr LadderRule kPaper = {"paper", "geometric from 1 to 0.2 and from 0.2 to 1e-6, then 0", paper_ladder};
constexpr std::array<const LadderRule*, 2> kRules = {&kDefault, &kPaper};

}  // namespace

std::span<const LadderRule* const> ladder_rules() { return kRules; }

Ladder make_ladder(std::string_view name, int steps) {
  const LadderRule& rule = find_named(ladder_rules(), "ladder", name);
  if (steps <= 1) return {1, 0};
  return rule.make(steps);
}

}  // namespace lehr

#pragma once

#include <span>
#include <string_view>
#include <vector>

namespace lehr {

/// A ladder of inverse temperatures 1 = beta_0 > beta_1 > … > beta_s = 0 between the posterior and the approximation:
/// g_beta = q exp(beta h). Fixed before any particle runs. {1, 0} is plain importance sampling.
using Ladder = std::vector<double>;

/// A rule that makes a ladder of s >= 2 steps.
struct LadderRule {
  std::string_view rule_name;
  std::string_view description;
  Ladder (*make)(int steps);

  std::string_view name() const { return rule_name; }
};

/// The rules there are.
std::span<const LadderRule* const> ladder_rules();

/// A ladder of s steps by the rule of that name ({1, 0} for s = 1); a UsageError names the others.
Ladder make_ladder(std::string_view name, int steps);

}  // namespace lehr

#pragma once

#include <span>
#include <string_view>
#include <vector>

namespace lehr {

/// A ladder of inverse temperatures 1 = beta_0 > beta_1 > … > beta_s = 0 between the posterior and the approximation:
/// g_beta = q exp(beta h). Fixed before any particle runs. {1, 0} is plain importance sampling.
using Ladder = std::vector<double>;

/// The rules that make a ladder, by name.
std::vector<std::string_view> ladder_names();

/// A ladder of s steps by the rule of that name; a UsageError names the others.
///   paper    half of the steps evenly spaced in log beta from 1 to 0.2, the rest down to 1e-6, then 0
///   default  see ladder.cpp
Ladder make_ladder(std::string_view name, int steps);

}  // namespace lehr

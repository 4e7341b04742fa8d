#pragma once

#include <cstddef>
#include <vector>

namespace lehr {

/// The R-hat that chains may have at most to agree: 1.01 (Vehtari et al. 2021), or what is larger of that and the
/// 99.9 % point of the largest R-hat of so many parameters, had each chain independent draws, `effective` in all. A
/// short table, read so that the answer is never above the point itself.
double largest_rhat(std::size_t chains, double effective, std::size_t parameters);

/// Whether the chains agree and know enough: R-hat of every parameter is below largest_rhat, at the smallest bulk
/// effective size of all, and its bulk and tail effective sizes are at least `goal`. Of parameter p the values
/// [chain * draws + draw]. A parameter that never moved has neither, and no goal is reached.
bool reaches_goal(const std::vector<std::vector<double>>& parameters, std::size_t draws, double goal);

}  // namespace lehr

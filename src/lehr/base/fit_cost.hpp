#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace lehr {

/// What a fit will take: how much of each kind of work, how long one piece of it took when it was tried, and the room
/// that it needs. Told before the work begins.
struct FitCost {
  std::size_t parameters = 0;
  std::size_t chains = 1;
  double at_once = 1;                      // chains that go on at the same time, on average
  std::size_t evaluations = 0;             // of warm-up, of each chain
  std::size_t settling = 0;                // iterations of each chain before its first draw
  std::size_t thin = 1;                    // iterations for each draw
  std::size_t most_draws = 0;              // of each chain
  std::optional<std::uint64_t> goal = {};  // effective draws, of all chains
  double effective_share = 1;              // of the draws, that is expected to count towards the goal
  std::optional<double> time_limit = {};   // seconds

  // What a resumed run finds done, of each chain; empty where nothing is.
  std::vector<std::size_t> known_evaluations = {};
  std::vector<std::size_t> known_draws = {};

  // Seconds: of one evaluation or iteration, and of what is done but once. 0 where they could not be measured.
  double evaluation_seconds = 0;
  double learning_seconds = 0;  // between warm-up and the first iteration
  double iteration_seconds = 0;
  double ending_seconds = 0;  // after the last draw

  double memory_bytes = 0;
  double file_bytes = 0;  // of the run file, with as many draws as are expected
};

}  // namespace lehr

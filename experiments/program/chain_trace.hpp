#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include <experiments/program/unit.hpp>
#include <lehr/samplers/chain.hpp>

namespace lehr::reproduce {

/// Where a chain was after each iteration, and what that cost.
struct ChainTrace {
  std::vector<std::vector<double>> log_theta;
  std::vector<bool> accepted;
  std::string sampler;        // that was used
  double factorisations = 0;  // what all iterations cost
  std::size_t broken = 0;     // proposals at which the numbers broke down

  double cost_of_iteration() const { return factorisations / static_cast<double>(accepted.size()); }

  /// Adds a part that a MoveRecorder wrote, and its cost. A RunError where it does not begin where the last one ended.
  void add(const Json& part, double part_factorisations);
};

/// How well chains agree about the parameters; empty where that cannot be told, as of chains that never moved.
struct Mixing {
  std::optional<double> least_effective_size;  // ess_bulk, of the parameter with the smallest
  std::optional<double> largest_rhat;
};
/// Of all iterations but the first `discard` of each chain.
Mixing mixing_of(const std::vector<ChainTrace>& traces, std::size_t discard);

/// Writes down the moves of a part of a chain, which are fewer than its iterations.
class MoveRecorder {
 public:
  void begin(const ChainState& state);
  /// After iteration `iteration`, counted from 1 over all parts.
  void add(std::size_t iteration, const ChainState& state, bool accepted);
  Json json() const;

 private:
  std::vector<double> first_;
  Json moves_ = Json::array();  // each: the iteration, then log theta
  std::size_t end_ = 0;         // the last iteration
};

}  // namespace lehr::reproduce

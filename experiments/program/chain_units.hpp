#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <experiments/program/chain_trace.hpp>
#include <experiments/program/walk_units.hpp>
#include <lehr/evidence/settings.hpp>

namespace lehr::reproduce {

/// What a random walk on estimates is made of besides its problem.
struct ChainSpec {
  std::string name;  // of the column, in unit names
  EvidenceSettings evidence;
  WalkPlan tuning;  // the chain begins at its end, with its steps
  std::size_t iterations;
  std::uint64_t seed;
  std::uint64_t chain;
};

/// A random walk on estimates of the evidence, in parts.
class ChainPlan {
 public:
  ChainPlan(Problem problem, ChainSpec spec) : problem_(std::move(problem)), spec_(std::move(spec)) {}

  std::vector<Unit> units() const;
  std::vector<std::string> unit_names() const;
  /// What the chain is, whichever of its number it is.
  Json options() const;
  /// From the results of all units.
  ChainTrace trace(const Results& results) const;

 private:
  Json run_part(std::size_t part, const Results& results, const RunContext& context) const;

  Problem problem_;
  ChainSpec spec_;
};

}  // namespace lehr::reproduce

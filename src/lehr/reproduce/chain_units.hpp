#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <lehr/evidence/settings.hpp>
#include <lehr/reproduce/walk_units.hpp>
#include <lehr/samplers/chain.hpp>

namespace lehr::reproduce {

/// A proposal that was frozen after warm-up.
struct FrozenProposal {
  std::unique_ptr<Proposal> proposal;
  std::string sampler;  // metropolis where the one that was asked for would do badly, as in fit
};
FrozenProposal freeze(const std::string& sampler, const std::vector<WarmUpWalk>& walks);

/// What a chain is made of besides its problem.
struct ChainSpec {
  std::string name;  // of the column, in unit names
  EvidenceSettings evidence;
  std::string sampler;          // of the proposals
  std::vector<WalkPlan> walks;  // which the proposal is learned from
  std::size_t start;            // the walk at whose end the chain begins
  std::size_t iterations;
  std::uint64_t seed;
  std::uint64_t chain;
  std::shared_ptr<const Dataset> new_rows = nullptr;  // to be predicted from every draw
  std::size_t discard = 0;                            // iterations before the first draw that predicts
};

/// One chain in parts: where it was at each iteration, and what that cost.
class ChainPlan {
 public:
  ChainPlan(Problem problem, ChainSpec spec) : problem_(std::move(problem)), spec_(std::move(spec)) {}

  std::vector<Unit> units() const;
  std::vector<std::string> unit_names() const;

  /// What the units of a chain found.
  struct Trace {
    std::vector<std::vector<double>> log_theta;  // after each iteration
    std::vector<bool> accepted;
    std::string sampler;     // that was used
    double cost = 0;         // of an iteration, in factorisations
    std::size_t broken = 0;  // proposals at which the numbers broke down
  };
  Trace trace(const Results& results) const;
  /// The probability of the positive class at each of the new rows, averaged over the draws.
  std::vector<double> probabilities(const Results& results) const;

 private:
  std::size_t parts() const;
  Json run_part(std::size_t part, const Results& results, const RunContext& context) const;

  Problem problem_;
  ChainSpec spec_;
};

}  // namespace lehr::reproduce

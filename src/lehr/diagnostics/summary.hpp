#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <lehr/run/run.hpp>

namespace lehr {

/// One parameter over the draws of all chains. What cannot be computed is empty (see diagnostics.hpp).
struct ParameterSummary {
  std::string name;
  double mean = 0;
  std::optional<double> sd;  // n - 1; empty for a single draw
  double q5 = 0;
  double q50 = 0;
  double q95 = 0;
  std::optional<double> ess_bulk;
  std::optional<double> ess_tail;
  std::optional<double> rhat;  // may be infinite
  std::optional<double> mcse_mean;
};

/// How one chain moved, in kept draws.
struct ChainMovement {
  double acceptance_rate = 0;
  std::size_t longest_stretch = 0;  // draws in a row without acceptance
  double renewal_rate = 0;          // draws whose random numbers are others than those of the draw before
  std::size_t longest_kept = 0;     // draws in a row without new ones
};

struct RunSummary {
  std::size_t chains = 0;
  std::size_t draws = 0;  // of each chain
  std::vector<ParameterSummary> parameters;
  std::vector<ChainMovement> movement;               // one per chain
  std::optional<std::size_t> broken_proposals = {};  // of all chains; nothing where they were not counted
};

/// One name for each parameter of the chains. Without draws there is nothing to say of parameters or movement: empty.
RunSummary summarize(const Chains& chains, std::span<const std::string> parameter_names);

}  // namespace lehr

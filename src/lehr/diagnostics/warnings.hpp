#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include <lehr/diagnostics/summary.hpp>

namespace lehr {

constexpr double kLargestRhat = 1.01;      // Vehtari et al. 2021
constexpr double kLeastEssPerChain = 100;  // the same: below it, R-hat and the effective sizes are themselves noise
constexpr double kMostBroken = 0.001;      // of the proposals: more mass than that may be missing where they lead
constexpr double kLeastAcceptanceRate =
    0.03;  // a random walk on noisy estimates is at its best near 0.07 (Sherlock et al. 2015)

/// The longest stretch without acceptance that is no sign of a stuck chain. Were every iteration accepted with the same
/// probability a, a stretch of more than L would come up in n draws with a probability of at most n a (1 - a)^L. This L
/// makes it 1e-6, and is never below 20.
std::size_t tolerable_stretch(double acceptance_rate, std::size_t draws);

/// What warnings depend on besides the draws.
struct Circumstances {
  double largest_rhat = kLargestRhat;         // that is no reason for a warning
  std::size_t thin = 1;                       // iterations for each draw
  std::optional<LongStay> longest_stay = {};  // where its cause was looked for
};

/// What a user should know before trusting the draws: one sentence for what is seen, one for what to do. One warning of
/// a kind, which names the worst parameter or chain. Empty when all is well.
std::vector<std::string> convergence_warnings(const RunSummary& summary, const Circumstances& circumstances = {});

}  // namespace lehr

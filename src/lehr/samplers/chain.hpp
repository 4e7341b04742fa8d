#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>
#include <vector>

#include <lehr/evidence/at_theta.hpp>
#include <lehr/linalg/types.hpp>
#include <lehr/samplers/chain_state.hpp>
#include <lehr/samplers/sampler.hpp>

namespace lehr {

struct StepInfo {
  bool accepted = false;
  bool broke_down = false;  // what was computed at the proposal, which was rejected
  bool stopped = false;     // half-way: the state is as it was, and the iteration is still to be made
};

/// How often a chain takes new random numbers for its particles, if its estimator follows theta. Where a proposal is
/// estimated with those of the state, much of the noise is in both and leaves the ratio. An estimate that came out too
/// high by luck then lets the chain go on to others that did. The random numbers u and the particle k that is picked
/// are part of the state, whose law has the density p(theta) p(u) w_k(theta, u) / N. An iteration that keeps u proposes
/// theta and picks k anew in proportion to w_k, one that does not proposes u too: both leave this law as it is.
inline constexpr double kRenewalProbability = 0.25;
bool keeps_numbers(const EvidenceMethod& method);

/// When the vectors of an accepted state are drawn, which takes a factorisation: at once, or when
/// PseudoMarginalChain::complete() is called, for states that are hardly ever kept.
enum class DrawVectors { now, later };

/// What does not change during a run.
struct ChainSetup {
  const Dataset& data;
  const Model& model;
  const EvidenceMethod& method;
  std::size_t samples;  // particles of an estimate
  std::uint64_t seed;
  std::uint64_t chain;
  bool keep_latents;
  int threads;                // for the particles of this chain
  std::stop_token stop = {};  // asked before each factorisation
};

/// Pseudo-marginal Metropolis-Hastings with any frozen proposal. Holds buffers only; every random number comes from
/// streams keyed by (seed, chain, iteration), so that a chain can go on from any state it was in.
class PseudoMarginalChain {
 public:
  explicit PseudoMarginalChain(const ChainSetup& setup) : setup_(setup) {}

  /// A state at log theta with its first estimate; empty when the numbers break down there, and after a stop request.
  std::optional<ChainState> start(std::vector<double> log_theta);

  /// One iteration, from 1: propose, estimate, accept with min(1, ratio of estimate * prior, corrected).
  StepInfo step(ChainState& state, std::uint64_t iteration, const Proposal& proposal,
                DrawVectors vectors = DrawVectors::now);

  /// Draws the vectors that were left for later, to the bits that they would have had. False when the numbers break
  /// down, and after a stop request.
  [[nodiscard]] bool complete(ChainState& state);

 private:
  [[nodiscard]] bool prepare(const std::vector<double>& log_theta);
  std::optional<ChainState> evaluate(std::vector<double> log_theta, std::uint64_t iteration,
                                     std::uint64_t numbers_from);
  /// Of a step that found no next state.
  StepInfo failed() const;
  /// Of the estimate at this iteration's proposal.
  std::uint64_t choose_numbers(const ChainState& state, std::uint64_t iteration) const;
  /// Draws the vectors at the theta that is prepared; false when the numbers break down, and after a stop request.
  [[nodiscard]] bool draw_vectors(ChainState& state);

  ChainSetup setup_;
  EvidenceAtTheta at_theta_;
};

}  // namespace lehr

#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include <lehr/base/observer.hpp>
#include <lehr/model/model.hpp>
#include <lehr/run/run.hpp>
#include <lehr/samplers/fit.hpp>
#include <lehr/samplers/surrogate.hpp>

// Why a chain stayed at one state for longer than chance explains: its estimate was far too high, or the emulator is
// far too low there. The remedies differ.
namespace lehr {

/// Finds the longest stay among the draws of a run, which it is told.
class LongStays {
 public:
  /// The emulator that the proposals came from; null where there was none.
  LongStays(std::size_t chains, std::shared_ptr<const Surrogate> emulator);

  /// The draws of each chain in their order, with log theta.
  void take(std::size_t chain, const Draw& draw);

  /// A stay, at the state of its last draw.
  struct Found {
    std::size_t chain = 0;
    std::size_t draws = 0;  // in a row without acceptance
    std::vector<double> log_theta;
    double log_estimate = 0;
    std::optional<double> gap;  // LongStay::gap
  };
  /// Of the stays beyond tolerable_stretch; nothing where there is none.
  std::optional<Found> longest() const;

 private:
  struct Chain {
    std::size_t draws = 0;
    std::size_t accepted = 0;
    std::size_t stretch = 0;
    Found longest;
  };
  /// log prior + log estimate - e at a draw.
  std::optional<double> above_emulator(const Draw& draw) const;

  std::shared_ptr<const Surrogate> emulator_;
  std::vector<Chain> chains_;
  std::vector<double> above_;  // of all draws
};

/// The cause of that stay, into the outcome, by fresh estimates at its state. False when it was stopped.
[[nodiscard]] bool add_long_stay(const RunInfo& info, const Model& model, const FitOutcome& fitted,
                                 const LongStays& stays, const RunContext& context, RunOutcome& outcome);

}  // namespace lehr

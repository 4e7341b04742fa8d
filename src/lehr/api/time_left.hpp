#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include <lehr/base/fit_cost.hpp>
#include <lehr/base/observer.hpp>

namespace lehr {

/// How long a fit still takes: warm-up, what is learned from it, settling, draws and the end. It begins with what was
/// expected and goes over to what is seen. A function of what it is told, times among it: it looks at no clock.
///
/// The time is the work that is left, times the wall time of one piece of it. That is a mean over the pieces done so
/// far, to which the expectation adds some; where warm-up goes slower than expected, draws are expected to do so too.
/// With a goal, the draws that are needed follow from the share of the draws that is effective.
class TimeLeft {
 public:
  /// Times are seconds since any moment, and never go back. `now` is when the work begins.
  TimeLeft(const FitCost& cost, double now);

  void take(double now, const ChainProgress& progress);
  /// So many draws, of all chains together, are worth so many effective ones.
  void take_effective(double draws, double effective);

  /// Seconds; empty where nothing is known yet.
  std::optional<double> at(double now) const;

  /// The same for a line that is shown. From a tenth of the run on it grows by at most half from one line to the next,
  /// however late that comes. In lines that come sooner than a log has them it grows by less.
  std::optional<double> told(double now);

  /// Draws of each chain that the run is expected to end with.
  std::size_t draws() const;

 private:
  /// Pieces of work of one kind. Those of all chains count together, so that it does not matter which runs when.
  struct Stage {
    double expected = 0;  // seconds of one; 0: not known
    double weight = 0;    // pieces that the expectation counts as
    double done = 0;      // pieces, without those known from before
    double first = 0;     // of those, not timed: they were done when the first was told
    double begin = 0;     // when that was
    double last = 0;      // when the last was told
    bool begun = false;

    void take(double now, double pieces);
    /// Seconds of one; 0 where neither is known. `slower` is by how much the expectation was wrong elsewhere.
    double each(double slower) const;
  };
  struct Chain {
    ChainPhase phase = ChainPhase::warm_up;
    std::size_t done = 0;
  };

  double evaluations_done(std::size_t chain) const;  // new ones
  double iterations_done(std::size_t chain) const;
  double iterations_left() const;
  double effective_share() const;
  double slower() const;  // than expected, as far as warm-up tells

  FitCost cost_;
  std::vector<Chain> chains_;
  Stage evaluations_;
  Stage iterations_;
  double begin_;
  double last_event_;
  double effective_draws_ = 0;  // draws whose worth is known, and that
  double effective_ = 0;
  std::optional<double> told_;  // in the last line
  bool settled_ = false;        // a tenth of the run is over
  double told_at_ = 0;
};

/// Seconds from one line of a log to the next, where the call has gone on for `elapsed`: from 5 to 600, a fifth of it.
double seconds_between_lines(double elapsed);

}  // namespace lehr

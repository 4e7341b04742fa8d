#pragma once

#include <functional>

namespace lehr::bench {

/// How much to measure.
struct Effort {
  int rounds = 5;
  int least_pairs = 7;             // of unit and job in a round
  int most_pairs = 200;            // reached only by jobs that take microseconds
  double seconds_per_round = 0.1;  // a round of short jobs takes as many pairs as fill this
  static Effort quick() { return {.rounds = 3, .least_pairs = 3, .most_pairs = 50, .seconds_per_round = 0.03}; }
};

/// Something that is timed: `run` is timed, `reset` before it is not.
struct Timed {
  std::function<void()> run;
  std::function<void()> reset = [] {};
};

/// What was seen of a job beside its unit.
struct Cost {
  double seconds = 0;       // of the job: the least of the rounds' medians
  double unit_seconds = 0;  // the same of the unit
  double lowest = 0;        // median of the job over median of the unit, in the round where it was lowest
  double highest = 0;
  int repetitions = 0;  // of job and of unit, all rounds together

  double units() const { return seconds / unit_seconds; }
};

/// Times unit, job, unit, job, … in rounds. A slow moment of the machine then hits both; a median forgets single
/// disturbances and the least of the medians forgets disturbed rounds.
Cost measure_interleaved(const Timed& unit, const Timed& job, const Effort& effort);

}  // namespace lehr::bench

#pragma once

namespace lehr {

/// How far EP's sites move towards the matched ones, sweep by sweep. `scripts/bench --damping` counts the sweeps that
/// hard cases take with these numbers and with others: it is what set each of them.
struct DampingRule {
  double first_step = 0.8;      // of the way from the old sites to the new ones: whole steps oscillate
  double smallest_step = 0.05;  // plain steps are not cut further
  double stalls = 0.9;          // of the last mismatch: a plain step after which more is left was too long
  double setback = 1.2;         // times the last mismatch: a mixed step after which more is left was too long
  double clearly = 0.95;        // of the smallest mismatch so far: less than that is progress
  int most_stalled = 4;         // mixed sweeps without progress, after which mixing begins anew
  int most_setbacks = 4;        // after which there is no more mixing
  int memory = 5;               // moves that mixing looks back on
  int numbers_a_move = 4;       // at least, in the sites for each of these: few numbers are soon fitted too well
  double least_part = 0.2;      // of a precision that a mixed step leaves: mixing does not know that they are positive
  double most_times = 5;        // a precision that a mixed step makes of it
};

}  // namespace lehr

#pragma once

#include <cstddef>
#include <vector>

#include <lehr/linalg/types.hpp>

namespace lehr::reproduce {

/// Seconds this thread has spent on a processor: moments in which another program had it do not count.
double thread_seconds();

inline constexpr std::size_t kTickEvery = 25;  // iterations of a chain between two ticks of its clock

/// The unit of cost: one factorisation of an n x n matrix, timed again and again between the pieces of the work, so
/// that a slow moment of the machine hits both.
class CholeskyClock {
 public:
  explicit CholeskyClock(Index rows);

  /// Factorises, small matrices as often as it takes to be told from the clock's own time, and takes the time of one.
  void tick();
  /// The median of all ticks.
  double seconds() const;

 private:
  Matrix matrix_;
  Matrix work_;
  int repeats_;
  std::vector<double> times_;
};

}  // namespace lehr::reproduce

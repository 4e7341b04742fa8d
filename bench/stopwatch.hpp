#pragma once

#include <ctime>

namespace lehr::bench {

/// Seconds this thread has spent on a processor. Unlike the time on the wall it does not count the moments in which
/// another program had the processor; all work measured here is done by one thread.
inline double thread_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

template <class Work>
double seconds_of(Work&& work) {
  const double start = thread_seconds();
  work();
  return thread_seconds() - start;
}

}  // namespace lehr::bench

#pragma once

#include <functional>
#include <stop_token>

#include <gtest/gtest.h>

#include "counts/work.hpp"

namespace lehr::counts {

/// Work that is told whether to stop; true when it came to its end.
using Stoppable = std::function<bool(const std::stop_token& stop)>;

/// Stops the work at every one of its large calls for matrices with so many rows, or every few, in turn; the stop is
/// requested when that one begins. Returns how many there are.
inline int stop_at_each(Index rows, const Stoppable& work, int every = 1) {
  const int all = work_of(rows, [&] { EXPECT_TRUE(work({})); }).large_calls();
  for (int number = 1; number <= all; number += every) {
    std::stop_source source;
    bool ended = false;
    const Work done =
        work_of(rows, {number, [&] { source.request_stop(); }}, [&] { ended = work(source.get_token()); });
    EXPECT_TRUE(source.stop_requested());
    EXPECT_EQ(done.large_calls(), number);  // nothing after the one that had begun
    if (number < all) {
      EXPECT_FALSE(ended) << number << " of " << all;
    }
  }
  return all;
}

}  // namespace lehr::counts

#include <gtest/gtest.h>

#include <chrono>
#include <stop_token>
#include <thread>

#include <lehr/base/time_limit.hpp>

namespace lehr {
namespace {

using namespace std::chrono_literals;

TEST(TimeLimit, WithoutOneTheContextIsTheCallers) {
  std::stop_source caller;
  const TimeLimit limit(std::nullopt, {.threads = 3, .stop = caller.get_token()});
  EXPECT_EQ(limit.context().threads, 3);
  EXPECT_EQ(limit.context().stop, caller.get_token());
  EXPECT_FALSE(limit.reached());
}

TEST(TimeLimit, AsksToStopWhenItsTimeIsOver) {
  std::stop_source caller;
  const auto begin = std::chrono::steady_clock::now();
  const TimeLimit limit(1s, {.stop = caller.get_token()});
  EXPECT_FALSE(limit.context().stopped());
  while (!limit.context().stopped()) std::this_thread::sleep_for(10ms);
  EXPECT_GE(std::chrono::steady_clock::now() - begin, 1s);
  EXPECT_TRUE(limit.reached());
  EXPECT_FALSE(caller.stop_requested());
}

TEST(TimeLimit, PassesTheCallersRequestOnWhichIsNotItsOwn) {
  std::stop_source caller;
  const TimeLimit limit(1h, {.stop = caller.get_token()});
  caller.request_stop();
  EXPECT_TRUE(limit.context().stopped());
  EXPECT_FALSE(limit.reached());
}

TEST(TimeLimit, EndsWithItsCallLongBeforeItsTime) {
  const auto begin = std::chrono::steady_clock::now();
  { const TimeLimit limit(24h, {}); }
  EXPECT_LT(std::chrono::steady_clock::now() - begin, 1min);
}

}  // namespace
}  // namespace lehr

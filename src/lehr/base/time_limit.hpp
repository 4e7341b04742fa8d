#pragma once

#include <atomic>
#include <chrono>
#include <latch>
#include <optional>
#include <stop_token>
#include <thread>

#include <lehr/base/observer.hpp>

namespace lehr {

/// Asks a long call to stop when some time has passed since it was made, or when its caller asks.
class TimeLimit {
 public:
  /// Without a limit the context is the caller's own.
  TimeLimit(std::optional<std::chrono::seconds> limit, RunContext context);
  TimeLimit(const TimeLimit&) = delete;
  TimeLimit& operator=(const TimeLimit&) = delete;

  /// For the work that is to end in time.
  const RunContext& context() const { return context_; }

  /// Nothing without a limit.
  std::optional<double> seconds_left() const;

  /// Whether it was time that asked for the stop, and nobody else.
  bool reached() const { return reached_ && !asked_.stop_requested(); }

 private:
  using Clock = std::chrono::steady_clock;
  struct Forward {
    std::stop_source& stop;
    void operator()() const { stop.request_stop(); }
  };

  void wait(const std::stop_token& finished);

  std::stop_token asked_;  // the caller's
  std::optional<Clock::time_point> end_;
  RunContext context_;
  std::stop_source stop_;
  std::optional<std::stop_callback<Forward>> forward_;
  std::atomic<bool> reached_{false};
  std::latch waiting_{1};
  std::jthread watcher_;  // the last member: it uses all others
};

}  // namespace lehr

#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>

#include <cli/signals.hpp>
#include <lehr/base/observer.hpp>

namespace lehr::cli {

class Console;

/// A call of the library that may take long, as the user sees it: after two seconds its progress is shown (a bar on a
/// terminal, else a line every few seconds), and an interrupt stops it.
class LongCall final : public Observer {
 public:
  LongCall(const Console& console, std::string task, int threads);
  ~LongCall() override;

  /// What the library is given.
  RunContext context();
  /// To be called when the library has returned; throws Interrupted when the user asked to stop.
  void finish();

  void progress(std::string_view task, double fraction_done) override;

 private:
  using Clock = std::chrono::steady_clock;

  void watch();
  void show();
  void stop_on_interrupt();

  const Console& console_;
  const int threads_;
  const InterruptGrace grace_;
  const Clock::time_point start_ = Clock::now();
  std::stop_source stop_;
  Clock::time_point stopped_at_{};

  std::mutex mutex_;
  std::condition_variable wake_;
  bool finished_ = false;
  bool drawn_ = false;
  std::string task_;
  double fraction_done_ = -1;  // unknown
  Clock::time_point last_line_{};
  std::thread watcher_;  // the last member: it uses all others
};

/// work(context), with progress and interrupts.
template <class Work>
auto with_progress(const Console& console, std::string task, int threads, const Work& work) {
  LongCall call(console, std::move(task), threads);
  auto result = work(call.context());
  call.finish();
  return result;
}

}  // namespace lehr::cli

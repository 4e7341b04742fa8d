#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>

#include <cli/signals.hpp>
#include <cli/views/progress_view.hpp>
#include <lehr/api/basics.hpp>

namespace lehr::cli {

class Console;

/// How long an interrupt waits for work that does not look at its stop token, such as one large factorisation, before
/// it ends the program. Without a limit it is a second interrupt that does.
using Patience = std::optional<std::chrono::milliseconds>;
inline constexpr Patience kShortPatience = std::chrono::milliseconds(2000);

/// A call of the library that may take long, as the user sees it. After two seconds its progress is shown: redrawn on a
/// terminal, else a line now and then, less often as it goes on. An interrupt stops it.
class LongCall {
 public:
  LongCall(const Console& console, ProgressView& view, int threads, Patience patience = kShortPatience);
  ~LongCall();

  /// What the library is given.
  RunContext context();
  /// To be called when the library has returned: nothing is shown any more.
  void finish();

 private:
  using Clock = std::chrono::steady_clock;

  void watch();
  void show();
  void stop_on_interrupt();
  void say_notes();
  void clear();

  const Console& console_;
  ProgressView& view_;
  const int threads_;
  const Patience patience_;
  const InterruptGrace grace_;
  const Clock::time_point start_ = Clock::now();
  std::stop_source stop_;
  Clock::time_point stopped_at_{};

  std::mutex mutex_;
  std::condition_variable wake_;
  bool finished_ = false;
  std::size_t drawn_ = 0;  // lines
  Clock::time_point last_line_{};
  std::thread watcher_;  // the last member: it uses all others
};

/// work(context), shown in this view, with interrupts: throws Interrupted when the user asked to stop.
template <class Work>
auto with_view(const Console& console, ProgressView& view, int threads, const Work& work) {
  LongCall call(console, view, threads);
  auto result = work(call.context());
  call.finish();
  if (interrupts() > 0) throw Interrupted();
  return result;
}

/// The same with a bar for the task.
template <class Work>
auto with_progress(const Console& console, std::string task, int threads, const Work& work) {
  TaskView view(std::move(task));
  return with_view(console, view, threads, work);
}

}  // namespace lehr::cli

#include <lehr/base/time_limit.hpp>

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <utility>

namespace lehr {

TimeLimit::TimeLimit(std::optional<std::chrono::seconds> limit, RunContext context)
    : asked_(context.stop), context_(std::move(context)) {
  if (!limit) return;
  end_ = Clock::now() + *limit;
  context_.stop = stop_.get_token();
  forward_.emplace(asked_, Forward{stop_});
  watcher_ = std::jthread([this](const std::stop_token& finished) { wait(finished); });
  // The library may fork. A thread caught in its beginning could leave locks behind in the copy.
  waiting_.wait();
}

std::optional<double> TimeLimit::seconds_left() const {
  if (!end_) return std::nullopt;
  return std::max(0.0, std::chrono::duration<double>(*end_ - Clock::now()).count());
}

void TimeLimit::wait(const std::stop_token& finished) {
  waiting_.count_down();
  std::mutex mutex;
  std::unique_lock lock(mutex);
  std::condition_variable_any wake;
  wake.wait_until(lock, finished, *end_, [] { return false; });
  if (finished.stop_requested()) return;
  reached_ = true;
  stop_.request_stop();
}

}  // namespace lehr

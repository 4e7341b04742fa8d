#include <cli/long_call.hpp>

#include <cli/views/console.hpp>

namespace lehr::cli {
namespace {

using namespace std::chrono_literals;

constexpr auto kTick = 100ms;
constexpr auto kQuietTime = 2s;     // a shorter call shows nothing
constexpr auto kBetweenLines = 5s;  // where a line cannot be redrawn

}  // namespace

LongCall::LongCall(const Console& console, ProgressView& view, int threads, Patience patience)
    : console_(console), view_(view), threads_(threads), patience_(patience), watcher_([this] { watch(); }) {
  // The library may fork. A thread caught in its beginning could leave locks behind in the copy: those of
  // AddressSanitizer.
  watching_.wait();
}

LongCall::~LongCall() { finish(); }

RunContext LongCall::context() { return {.threads = threads_, .observer = &view_, .stop = stop_.get_token()}; }

void LongCall::finish() {
  {
    const std::scoped_lock lock(mutex_);
    finished_ = true;
  }
  wake_.notify_all();
  if (watcher_.joinable()) watcher_.join();
  clear();
}

void LongCall::clear() {
  if (drawn_ > 0) console_.redraw({}, drawn_);
  drawn_ = 0;
}

void LongCall::watch() {
  watching_.count_down();
  std::unique_lock lock(mutex_);
  while (!wake_.wait_for(lock, kTick, [this] { return finished_; })) {
    stop_on_interrupt();
    if (!console_.quiet() && !stop_.stop_requested() && Clock::now() - start_ >= kQuietTime) show();
  }
}

void LongCall::stop_on_interrupt() {
  if (interrupts() == 0) return;
  if (!stop_.stop_requested()) {
    stopped_at_ = Clock::now();
    stop_.request_stop();
    clear();
    if (!patience_) console_.note("stopping in order; a second interrupt stops at once");
  } else if (patience_ && Clock::now() - stopped_at_ >= *patience_) {
    end_interrupted();
  }
}

void LongCall::show() {
  const Clock::time_point now = Clock::now();
  if (console_.can_redraw()) {
    const std::vector<std::string> lines = view_.lines(now - start_);
    drawn_ = console_.redraw(lines, drawn_);
  } else if (now - last_line_ >= kBetweenLines) {
    console_.progress(view_.plain_line(now - start_));
    last_line_ = now;
  }
}

}  // namespace lehr::cli

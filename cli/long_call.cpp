#include <cli/long_call.hpp>

#include <cli/views/console.hpp>
#include <lehr/api/time_left.hpp>

namespace lehr::cli {
namespace {

using namespace std::chrono_literals;

constexpr auto kTick = 100ms;
constexpr auto kQuietTime = 2s;  // a shorter call shows nothing

}  // namespace

LongCall::LongCall(const Console& console, ProgressView& view, int threads, Patience patience)
    : console_(console), view_(view), threads_(threads), patience_(patience), watcher_([this] { watch(); }) {}

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
  say_notes();
}

void LongCall::say_notes() {
  for (const std::string& note : view_.take_notes()) {
    clear();
    console_.note(note);
  }
}

void LongCall::clear() {
  if (drawn_ > 0) console_.redraw({}, drawn_);
  drawn_ = 0;
}

void LongCall::watch() {
  std::unique_lock lock(mutex_);
  while (!wake_.wait_for(lock, kTick, [this] { return finished_; })) {
    stop_on_interrupt();
    say_notes();
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
  const std::chrono::duration<double> elapsed = now - start_;
  if (console_.can_redraw()) {
    const std::vector<std::string> lines = view_.lines(elapsed);
    drawn_ = console_.redraw(lines, drawn_);
  } else if (now - last_line_ >= std::chrono::duration<double>(seconds_between_lines(elapsed.count()))) {
    console_.progress(view_.plain_line(elapsed));
    last_line_ = now;
  }
}

}  // namespace lehr::cli

#include <cli/long_call.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>

#include <cli/console.hpp>

namespace lehr::cli {
namespace {

using namespace std::chrono_literals;

constexpr auto kTick = 100ms;
constexpr auto kQuietTime = 2s;     // a shorter call shows nothing
constexpr auto kBetweenLines = 5s;  // where a line cannot be redrawn
constexpr auto kPatience = 2s;      // for work that does not look at its stop token, such as one large factorisation
constexpr int kBarWidth = 30;

std::string percent(double fraction) {
  return std::to_string(static_cast<int>(std::floor(100 * std::clamp(fraction, 0.0, 1.0)))) + " %";
}

std::string bar(double fraction) {
  const auto done = static_cast<std::size_t>(kBarWidth * std::clamp(fraction, 0.0, 1.0));
  return "[" + std::string(done, '#') + std::string(kBarWidth - done, '.') + "] " + percent(fraction);
}

}  // namespace

LongCall::LongCall(const Console& console, std::string task, int threads)
    : console_(console), threads_(threads), task_(std::move(task)), watcher_([this] { watch(); }) {}

LongCall::~LongCall() {
  {
    const std::scoped_lock lock(mutex_);
    finished_ = true;
  }
  wake_.notify_all();
  if (watcher_.joinable()) watcher_.join();
  if (std::exchange(drawn_, false)) console_.redraw("");
}

RunContext LongCall::context() { return {.threads = threads_, .observer = this, .stop = stop_.get_token()}; }

void LongCall::finish() {
  if (interrupts() > 0) throw Interrupted();
}

void LongCall::progress(std::string_view task, double fraction_done) {
  const std::scoped_lock lock(mutex_);
  task_ = task;
  fraction_done_ = fraction_done;
}

void LongCall::watch() {
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
  } else if (Clock::now() - stopped_at_ >= kPatience) {
    if (drawn_) console_.redraw("");
    end_interrupted();
  }
}

void LongCall::show() {
  const Clock::time_point now = Clock::now();
  const std::string elapsed =
      std::to_string(std::chrono::duration_cast<std::chrono::seconds>(now - start_).count()) + " s";
  const bool known = fraction_done_ >= 0;
  if (console_.can_redraw()) {
    console_.redraw(task_ + "  " + (known ? bar(fraction_done_) + "  " : "") + elapsed);
    drawn_ = true;
  } else if (now - last_line_ >= kBetweenLines) {
    console_.progress(task_ + ": " + (known ? percent(fraction_done_) + ", " : "") + elapsed);
    last_line_ = now;
  }
}

}  // namespace lehr::cli

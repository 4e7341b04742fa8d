#include <cli/views/progress_view.hpp>

#include <algorithm>
#include <cmath>

namespace lehr::cli {
namespace {

constexpr int kBarWidth = 30;

std::string bar(double fraction) {
  const auto done = static_cast<std::size_t>(kBarWidth * std::clamp(fraction, 0.0, 1.0));
  return "[" + std::string(done, '#') + std::string(kBarWidth - done, '.') + "] " + percent_text(fraction);
}

}  // namespace

std::string seconds_text(std::chrono::duration<double> time) {
  return std::to_string(static_cast<long long>(time.count())) + " s";
}

std::string duration_text(std::chrono::duration<double> time) {
  constexpr double kLongest = 1e9;  // seconds; beyond it an estimate says nothing
  const auto seconds = static_cast<long long>(std::ceil(std::min(time.count(), kLongest)));
  if (seconds < 60) return std::to_string(seconds) + " s";
  if (seconds < 3600) return std::to_string(seconds / 60) + " min " + std::to_string(seconds % 60) + " s";
  return std::to_string(seconds / 3600) + " h " + std::to_string(seconds / 60 % 60) + " min";
}

std::string rough_duration_text(std::chrono::duration<double> time) {
  constexpr double kMinute = 60;
  constexpr double kHour = 3600;
  const double seconds = time.count();
  if (seconds < 1) return "a second";
  if (seconds < 100) return duration_text(std::chrono::duration<double>(std::round(seconds)));
  if (seconds < 100 * kMinute) return std::to_string(std::lround(seconds / kMinute)) + " min";
  constexpr double kTenMinutes = 600;
  if (seconds < 10 * kHour)
    return duration_text(std::chrono::duration<double>(std::round(seconds / kTenMinutes) * kTenMinutes));
  if (seconds < 48 * kHour) return std::to_string(std::lround(seconds / kHour)) + " h";
  return std::to_string(std::lround(seconds / kHour / 24)) + " days";
}

std::string percent_text(double fraction) {
  return std::to_string(static_cast<int>(std::floor(100 * std::clamp(fraction, 0.0, 1.0)))) + " %";
}

void TaskView::progress(std::string_view task, double fraction_done) {
  const std::scoped_lock lock(mutex_);
  task_ = {std::string(task), fraction_done};
}

TaskView::Task TaskView::task() {
  const std::scoped_lock lock(mutex_);
  return task_;
}

std::vector<std::string> TaskView::lines(std::chrono::duration<double> elapsed) {
  const auto [name, fraction] = task();
  return {name + "  " + (fraction >= 0 ? bar(fraction) + "  " : "") + seconds_text(elapsed)};
}

std::string TaskView::plain_line(std::chrono::duration<double> elapsed) {
  const auto [name, fraction] = task();
  return name + ": " + (fraction >= 0 ? percent_text(fraction) + ", " : "") + seconds_text(elapsed);
}

}  // namespace lehr::cli

#pragma once

#include <chrono>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include <lehr/api/basics.hpp>

namespace lehr::cli {

/// What the user is shown of a long call. The library tells it what happens from one thread while another one asks.
class ProgressView : public Observer {
 public:
  /// Drawn over each other on a terminal.
  virtual std::vector<std::string> lines(std::chrono::duration<double> elapsed) = 0;
  /// In one line, where nothing can be redrawn.
  virtual std::string plain_line(std::chrono::duration<double> elapsed) = 0;
  /// What the user is to be told once, since it was last asked.
  virtual std::vector<std::string> take_notes() { return {}; }
};

/// A task whose share done is known, or not: a bar.
class TaskView : public ProgressView {
 public:
  explicit TaskView(std::string task) : task_{std::move(task), -1} {}

  void progress(std::string_view task, double fraction_done) override;
  std::vector<std::string> lines(std::chrono::duration<double> elapsed) override;
  std::string plain_line(std::chrono::duration<double> elapsed) override;

 protected:
  struct Task {
    std::string name;
    double fraction_done;  // below 0: unknown
  };
  Task task();

 private:
  std::mutex mutex_;
  Task task_;
};

/// "12 s".
std::string seconds_text(std::chrono::duration<double> time);
/// "12 s", "3 min 20 s", "2 h 5 min".
std::string duration_text(std::chrono::duration<double> time);
/// "12 s", "3 min", "2 h 10 min": to about two digits, of a time that is not known better.
std::string rough_duration_text(std::chrono::duration<double> time);
/// "97 %", rounded down: 100 % is all.
std::string percent_text(double fraction);

}  // namespace lehr::cli

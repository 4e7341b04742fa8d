#pragma once

#include <chrono>
#include <future>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include <pybind11/pybind11.h>

#include <lehr/api/basics.hpp>
#include <lehr/api/time_left.hpp>

namespace lehr::python {

namespace py = pybind11;

/// What the library tells of a long call, until Python asks for it.
class ProgressRecord final : public Observer {
 public:
  void progress(std::string_view task, double fraction_done) override;
  void fit_cost(const FitCost& cost) override;
  void chain_progress(const ChainProgress& progress) override;

  /// (task, done, total, seconds left): of a fit, evaluations or draws of all chains together, and the time of the
  /// whole run; None where that is not known. None before anything was told.
  py::object latest();

 private:
  struct Chain {
    ChainPhase phase = ChainPhase::warm_up;
    std::size_t done = 0;
    std::size_t total = 0;
  };
  mutable std::mutex mutex_;
  std::string task_;
  double fraction_done_ = 0;
  std::vector<Chain> chains_;
  std::optional<TimeLeft> time_left_;
};

/// A long call of the library on behalf of Python. It runs on a thread of its own and without the interpreter's lock.
/// Meanwhile the calling thread lets signal handlers run (Ctrl-C) and reports progress some times a second.
class LongCall {
 public:
  /// `progress` is None or takes what ProgressRecord::latest gives.
  LongCall(int threads, py::object progress) : threads_(threads), progress_(std::move(progress)) {}

  /// work(context). After an interrupt it is asked to stop; if it then throws, Python's exception comes out, and if it
  /// ends with a result, interruption() holds that exception.
  template <class Work>
  auto run(const Work& work) {
    const RunContext context{.threads = threads_, .observer = &record_, .stop = stop_.get_token()};
    auto running = std::async(std::launch::async, [&] { return work(context); });
    while (!is_ready(running)) look_after_python();
    try {
      return running.get();
    } catch (...) {
      if (interruption_) throw std::move(*interruption_);
      throw;
    }
  }

  /// The exception of a signal handler, KeyboardInterrupt as a rule; None if there was none.
  py::object interruption() const;

 private:
  static constexpr auto kTick = std::chrono::milliseconds(100);

  template <class Result>
  static bool is_ready(const std::future<Result>& running) {
    const py::gil_scoped_release release;
    return running.wait_for(kTick) == std::future_status::ready;
  }

  void look_after_python();

  int threads_;
  py::object progress_;
  ProgressRecord record_;
  std::stop_source stop_;
  std::optional<py::error_already_set> interruption_;
};

}  // namespace lehr::python

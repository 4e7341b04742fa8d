#pragma once

#include <stop_token>
#include <string_view>

#include <lehr/base/errors.hpp>

namespace lehr {

/// The library is silent: what happens during a long call is told to an observer. Calls come from one thread at a time.
class Observer {
 public:
  virtual ~Observer() = default;
  virtual void progress(std::string_view /*task*/, double /*fraction_done*/) {}
};

/// What a long call needs besides its input: how many threads it may use, whom to tell, and whether to stop.
struct RunContext {
  int threads = 1;
  Observer* observer = nullptr;
  std::stop_token stop = {};

  void progress(std::string_view task, double fraction_done) const {
    if (stop.stop_requested()) throw Interrupted();
    if (observer != nullptr) observer->progress(task, fraction_done);
  }
};

}  // namespace lehr

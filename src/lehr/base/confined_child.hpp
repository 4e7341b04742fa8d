#pragma once

#include <sys/types.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <lehr/base/channel.hpp>

namespace lehr {

struct ChildLimits {
  std::uint64_t memory_bytes = 0;      // on top of what it has when it begins
  std::uint64_t seconds = 0;           // of CPU, for each piece of work (see begin_piece)
  std::uint64_t waiting_seconds = 30;  // on the clock, that it may keep its parent waiting in all
  std::uint64_t silent_seconds = 10;   // on the clock, in which it may send nothing while its parent waits
  int files = 0;                       // that it may have open at a time, the channel not counted
};

/// A program of ours that runs code which may crash, hang, or take all memory: see be_confined for its side.
///
/// It is started by posix_spawn. A fork would call what libraries have registered for one: a threaded BLAS stops its
/// threads there, for ever where another thread multiplies matrices just then.
class ConfinedChild {
 public:
  /// A RunError where the program cannot be started, or is of another version than this library.
  ConfinedChild(const std::string& program, const ChildLimits& limits, const std::vector<std::string>& words = {});
  ~ConfinedChild();  // the child ends, wherever it is
  ConfinedChild(const ConfinedChild&) = delete;
  ConfinedChild& operator=(const ConfinedChild&) = delete;

  /// Throws ChannelClosed after the end.
  Channel& channel();

  /// For a closed channel: how the child ended, as in "took more than 10 seconds". It cannot be asked any more.
  std::string how_it_ended();

 private:
  explicit ConfinedChild(const ChildLimits& limits) : limits_(limits) {}
  void start(const std::string& program, std::vector<std::string> words);
  void greet(const std::string& program);
  void end_if_it_lasts(double seconds, bool came);
  bool is_silent() const { return silent_ >= static_cast<double>(limits_.silent_seconds); }
  bool keeps_waiting() const { return waited_ >= static_cast<double>(limits_.waiting_seconds); }

  pid_t process_ = -1;
  ChildLimits limits_;
  std::unique_ptr<Channel> channel_;
  double waited_ = 0;  // seconds, in all
  double silent_ = 0;  // seconds since something came
};

}  // namespace lehr

#pragma once

#include <sys/types.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include <lehr/base/channel.hpp>

namespace lehr {

struct ChildLimits {
  std::uint64_t memory_bytes = 0;   // on top of what this process has at the fork
  std::uint64_t seconds = 0;        // of CPU, for each piece of work (see begin_piece)
  std::uint64_t idle_seconds = 60;  // on the clock, in which it may use no CPU
  int files = 0;                    // that it may have open at a time, the channel not counted
};

/// A copy of this process that runs code which may crash, hang, or take all memory. It has the files it opens itself
/// and no other, writes none, leaves no core and no word on the terminal, and heeds no signal that was meant for its
/// parent.
///
/// The work must not start threads, and must not wait for another thread of the parent: only the calling thread is
/// copied. (The C library makes its own locks, those of malloc among them, usable in the copy. One that waits for any
/// other lock, which nobody is left to open, is ended for standing still.)
class ConfinedChild {
 public:
  using Work = std::function<void(Channel&)>;

  /// Starts `work` in the child, on its end of the channel. A RunError where the system has no process to give.
  ConfinedChild(const ChildLimits& limits, const Work& work);
  ~ConfinedChild();  // the child ends, wherever it is
  ConfinedChild(const ConfinedChild&) = delete;
  ConfinedChild& operator=(const ConfinedChild&) = delete;

  /// Throws ChannelClosed after the end.
  Channel& channel();

  /// For a closed channel: how the child ended, as in "took more than 10 seconds". It cannot be asked any more.
  std::string how_it_ended();

  /// For the child: the time limit begins anew.
  static void begin_piece(const ChildLimits& limits);

 private:
  /// For every second in which nothing comes.
  void end_if_it_stands_still();

  pid_t process_ = -1;
  ChildLimits limits_;
  std::unique_ptr<Channel> channel_;
  double cpu_seconds_ = 0;  // that it had used a second ago
  std::uint64_t idle_ = 0;  // seconds
};

}  // namespace lehr

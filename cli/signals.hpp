#pragma once

namespace lehr::cli {

/// Ctrl-C and SIGTERM end the program with 130, at once or after work in progress has stopped (InterruptGrace). A
/// closed pipe is an output that cannot be written, and an instruction that the CPU lacks gets a sentence instead of a
/// crash.
void install_signal_handlers();

/// How many times the user has asked to stop.
int interrupts();

/// Says "interrupted" and ends the program with 130, from any thread or signal handler.
[[noreturn]] void end_interrupted();

/// While alive, the first interrupt is only counted, so that the work can stop in order; a second one ends the program.
class InterruptGrace {
 public:
  InterruptGrace();
  ~InterruptGrace();
  InterruptGrace(const InterruptGrace&) = delete;
  InterruptGrace& operator=(const InterruptGrace&) = delete;
};

/// While alive, interrupts wait: for the moment in which an output is written.
class HoldInterrupts {
 public:
  HoldInterrupts();
  ~HoldInterrupts();
  HoldInterrupts(const HoldInterrupts&) = delete;
  HoldInterrupts& operator=(const HoldInterrupts&) = delete;
};

}  // namespace lehr::cli

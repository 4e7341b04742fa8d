#include <cli/signals.hpp>

#include <pthread.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <string_view>

#include <cli/exit_codes.hpp>

namespace lehr::cli {
namespace {

std::atomic<int> interrupt_count{0};
std::atomic<bool> graceful{false};
static_assert(std::atomic<int>::is_always_lock_free && std::atomic<bool>::is_always_lock_free);

[[noreturn]] void end_with(std::string_view message, int exit_code) {
  [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, message.data(), message.size());
  _exit(exit_code);
}

extern "C" void on_interrupt(int) {
  if (interrupt_count.fetch_add(1) > 0 || !graceful) end_interrupted();
}

extern "C" void on_illegal_instruction(int) {
  end_with(
      "lehr: this program was built for a CPU with more instructions than this one has; "
      "build it here, or with -DLEHR_ARCH=x86-64\n",
      kFailed);
}

void handle(int signal, void (*handler)(int)) {
  struct sigaction action = {};
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaction(signal, &action, nullptr);
}

sigset_t interrupt_set() {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGINT);
  sigaddset(&set, SIGTERM);
  sigaddset(&set, SIGHUP);
  return set;
}

}  // namespace

void install_signal_handlers() {
  handle(SIGILL, on_illegal_instruction);
  handle(SIGPIPE, SIG_IGN);
  handle(SIGXFSZ, SIG_IGN);  // a limit of file sizes (ulimit -f): the write fails, and is told
  handle(SIGINT, on_interrupt);
  handle(SIGTERM, on_interrupt);
  // A terminal that closes; nohup has this ignored, and so it stays.
  struct sigaction before = {};
  if (sigaction(SIGHUP, nullptr, &before) == 0 && before.sa_handler != SIG_IGN) handle(SIGHUP, on_interrupt);
  // The program that started this one holds them until now: become_program.
  const sigset_t set = interrupt_set();
  pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
}

int interrupts() { return interrupt_count; }

void end_interrupted() { end_with("lehr: interrupted\n", kInterrupted); }

InterruptGrace::InterruptGrace() { graceful = true; }
InterruptGrace::~InterruptGrace() { graceful = false; }

HoldInterrupts::HoldInterrupts() {
  const sigset_t set = interrupt_set();
  pthread_sigmask(SIG_BLOCK, &set, nullptr);
}
HoldInterrupts::~HoldInterrupts() {
  const sigset_t set = interrupt_set();
  pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
}

}  // namespace lehr::cli

#include <lehr/base/confined_child.hpp>

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <ctime>
#include <fstream>

#include <lehr/base/errors.hpp>

namespace lehr {
namespace {

constexpr int kChannel = 3;  // its number in the child, behind the standard streams

/// All signals wait while this lives; a child made meanwhile begins without any.
class HoldSignals {
 public:
  HoldSignals() {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  ~HoldSignals() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  HoldSignals(const HoldSignals&) = delete;
  HoldSignals& operator=(const HoldSignals&) = delete;

 private:
  sigset_t before_{};
};

void limit(__rlimit_resource resource, std::uint64_t value) {
  rlimit now{};
  getrlimit(resource, &now);
  now.rlim_cur = std::min<rlim_t>(value, now.rlim_max);
  setrlimit(resource, &now);
}

void limit_memory(std::uint64_t more) {
  std::uint64_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  rlimit now{};
  getrlimit(RLIMIT_AS, &now);
  limit(RLIMIT_AS,
        std::min<std::uint64_t>(now.rlim_cur, pages * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE)) + more));
}

/// Whoever handled a fault in the parent (Python can) would speak of the parent. Other signals stay held, but for the
/// one that ends the time.
void forget_signal_handlers() {
  sigset_t none_but_time;
  sigfillset(&none_but_time);
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGXCPU}) {
    struct sigaction action = {};
    action.sa_handler = SIG_DFL;
    sigaction(signal, &action, nullptr);
    sigdelset(&none_but_time, signal);
  }
  pthread_sigmask(SIG_SETMASK, &none_but_time, nullptr);
}

/// The standard streams lead nowhere, the channel has its number, and nothing else is open.
bool leave_files(int channel) {
  const int nowhere = open("/dev/null", O_RDWR);
  const int safe = fcntl(channel, F_DUPFD, kChannel + 1);
  if (nowhere < 0 || safe < 0) return false;
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) dup2(nowhere, stream);
  if (dup2(safe, kChannel) != kChannel) return false;
  if (close_range(kChannel + 1, ~0U, 0) == 0) return true;
  for (int file = kChannel + 1; file < 65536; ++file) close(file);  // a kernel before Linux 5.9
  return true;
}

[[noreturn]] void be_child(int channel, const ChildLimits& limits, const ConfinedChild::Work& work) {
  forget_signal_handlers();
  if (!leave_files(channel)) _exit(EXIT_FAILURE);
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_FSIZE, 0);
  limit(RLIMIT_NOFILE, static_cast<std::uint64_t>(kChannel + 1 + limits.files));
  limit_memory(limits.memory_bytes);
  ConfinedChild::begin_piece(limits);
  try {
    Channel end(kChannel);
    work(end);
  } catch (...) {
    _exit(EXIT_FAILURE);  // most likely the parent is gone; it sees a closed channel
  }
  _exit(EXIT_SUCCESS);
}

}  // namespace

ConfinedChild::ConfinedChild(const ChildLimits& limits, const Work& work) : limits_(limits) {
  int ends[2] = {};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
    throw RunError(std::string("no channel to another process can be had: ") + std::strerror(errno));
  }
  channel_ = std::make_unique<Channel>(ends[0], [this] { end_if_it_stands_still(); });
  int error = 0;
  {
    const HoldSignals hold;
    process_ = fork();
    error = errno;
    if (process_ == 0) be_child(ends[1], limits, work);
  }
  close(ends[1]);
  if (process_ < 0) throw RunError(std::string("no other process can be started: ") + std::strerror(error));
}

ConfinedChild::~ConfinedChild() {
  if (process_ < 0) return;
  kill(process_, SIGKILL);
  while (waitpid(process_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

Channel& ConfinedChild::channel() {
  if (!channel_) throw ChannelClosed();
  return *channel_;
}

void ConfinedChild::end_if_it_stands_still() {
  clockid_t clock{};
  timespec used{};
  if (clock_getcpuclockid(process_, &clock) != 0 || clock_gettime(clock, &used) != 0) return;  // it has ended
  const double seconds = static_cast<double>(used.tv_sec) + 1e-9 * static_cast<double>(used.tv_nsec);
  idle_ = seconds > cpu_seconds_ ? 0 : idle_ + 1;
  cpu_seconds_ = seconds;
  if (idle_ >= limits_.idle_seconds) kill(process_, SIGKILL);  // which closes the channel
}

std::string ConfinedChild::how_it_ended() {
  if (process_ < 0) return "ended before";
  channel_.reset();  // a child that still sends something is not waited for in vain
  int status = 0;
  pid_t waited = 0;
  do waited = waitpid(process_, &status, 0);
  while (waited < 0 && errno == EINTR);
  process_ = -1;
  if (waited < 0 || !WIFSIGNALED(status)) return "ended too early";
  if (idle_ >= limits_.idle_seconds) return "stood still for " + std::to_string(idle_) + " seconds";
  if (WTERMSIG(status) == SIGXCPU) return "took more than " + std::to_string(limits_.seconds) + " seconds";
  return std::string("ended with \"") + strsignal(WTERMSIG(status)) + "\"";
}

void ConfinedChild::begin_piece(const ChildLimits& limits) {
  timespec used{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
  limit(RLIMIT_CPU, static_cast<std::uint64_t>(used.tv_sec) + 1 + limits.seconds);
}

}  // namespace lehr

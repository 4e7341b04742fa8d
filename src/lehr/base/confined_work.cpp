#include <lehr/base/confined_work.hpp>

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <fstream>

#include <lehr/base/version.hpp>

namespace lehr {
namespace {

constexpr int kChannel = STDIN_FILENO;
constexpr int kStreams = 3;  // the channel, and two that lead nowhere

/// For good: no code of this process can take it back.
void limit(__rlimit_resource resource, std::uint64_t value) {
  rlimit now{};
  getrlimit(resource, &now);
  now.rlim_max = std::min<rlim_t>(value, now.rlim_max);
  now.rlim_cur = std::min(now.rlim_cur, now.rlim_max);
  setrlimit(resource, &now);
}

void limit_memory(std::uint64_t more) {
  std::uint64_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  limit(RLIMIT_AS, pages * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE)) + more);
}

/// Whatever else the parent had open and did not close on starting another program.
bool leave_files() {
  const int nowhere = open("/dev/null", O_RDWR);
  if (nowhere < 0 || dup2(nowhere, STDOUT_FILENO) < 0 || dup2(nowhere, STDERR_FILENO) < 0) return false;
  if (close_range(kStreams, ~0U, 0) == 0) return true;
  for (int file = kStreams; file < 65536; ++file) close(file);  // a kernel before Linux 5.9
  return true;
}

ChildLimits take_limits(Channel& channel) {
  ChildLimits limits;
  limits.memory_bytes = channel.take_number();
  limits.seconds = channel.take_number();
  limits.files = static_cast<int>(channel.take_number());
  return limits;
}

}  // namespace

void put_limits(Channel& channel, const ChildLimits& limits) {
  channel.put(limits.memory_bytes);
  channel.put(limits.seconds);
  channel.put(static_cast<std::uint64_t>(limits.files));
}

bool has_parent_to_work_for() {
  int kind = 0;
  socklen_t size = sizeof kind;
  return getsockopt(kChannel, SOL_SOCKET, SO_TYPE, &kind, &size) == 0;
}

void be_confined(const std::function<void(Channel&, const ChildLimits&)>& work) {
  if (!leave_files()) _exit(EXIT_FAILURE);
  // A parent may have had one ignored, as Python has SIGXFSZ; a sanitizer handles faults in its own way.
  for (const int signal : kSignalsThatEndAChild) std::signal(signal, SIG_DFL);
  try {
    Channel channel(kChannel);
    channel.put(version());
    const ChildLimits limits = take_limits(channel);
    limit_memory(limits.memory_bytes);
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_FSIZE, 0);
    limit(RLIMIT_NOFILE, static_cast<std::uint64_t>(kStreams + limits.files));
    begin_piece(limits);
    work(channel, limits);
  } catch (...) {
    _exit(EXIT_FAILURE);  // most likely the parent is gone; it sees a closed channel
  }
  _exit(EXIT_SUCCESS);
}

void begin_piece(const ChildLimits& limits) {
  timespec used{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
  rlimit now{};
  getrlimit(RLIMIT_CPU, &now);
  now.rlim_cur = std::min<rlim_t>(static_cast<rlim_t>(used.tv_sec) + 1 + limits.seconds, now.rlim_max);
  setrlimit(RLIMIT_CPU, &now);
}

}  // namespace lehr

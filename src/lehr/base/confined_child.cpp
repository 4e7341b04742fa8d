#include <lehr/base/confined_child.hpp>

#include <fcntl.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>

#include <lehr/base/confined_work.hpp>
#include <lehr/base/errors.hpp>
#include <lehr/base/version.hpp>

namespace lehr {
namespace {

constexpr std::uint64_t kLongestVersion = 100;  // bytes

/// How a child begins: its channel is its standard input, it prints nothing, and it heeds no signal that was meant for
/// its parent, only those that tell of a fault or of a limit. Standard error stays until the program has begun: the
/// loader says there which library is missing.
class Beginning {
 public:
  explicit Beginning(int channel) {
    posix_spawn_file_actions_init(&files_);
    posix_spawn_file_actions_adddup2(&files_, channel, STDIN_FILENO);
    posix_spawn_file_actions_addopen(&files_, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    sigset_t held;
    sigfillset(&held);
    for (const int signal : kSignalsThatEndAChild) sigdelset(&held, signal);
    posix_spawnattr_init(&attributes_);
    posix_spawnattr_setsigmask(&attributes_, &held);
    posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSIGMASK);
  }
  ~Beginning() {
    posix_spawnattr_destroy(&attributes_);
    posix_spawn_file_actions_destroy(&files_);
  }
  Beginning(const Beginning&) = delete;
  Beginning& operator=(const Beginning&) = delete;

  const posix_spawn_file_actions_t* files() const { return &files_; }
  const posix_spawnattr_t* attributes() const { return &attributes_; }

 private:
  posix_spawn_file_actions_t files_{};
  posix_spawnattr_t attributes_{};
};

}  // namespace

// The first constructor makes the object whole: what the second one started ends with it, even if that throws.
ConfinedChild::ConfinedChild(const std::string& program, const ChildLimits& limits,
                             const std::vector<std::string>& words)
    : ConfinedChild(limits) {
  start(program, words);
  greet(program);
}

void ConfinedChild::start(const std::string& program, std::vector<std::string> words) {
  int ends[2] = {};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
    throw RunError(std::string("no channel to another process can be had: ") + std::strerror(errno));
  }
  channel_ = std::make_unique<Channel>(ends[0], [this](double seconds, bool came) { end_if_it_lasts(seconds, came); });
  const Channel its_end(ends[1]);  // closed here as soon as the child has its own
  words.insert(words.begin(), program);
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  const Beginning beginning(ends[1]);
  pid_t process = -1;
  const int error =
      posix_spawn(&process, program.c_str(), beginning.files(), beginning.attributes(), arguments.data(), environ);
  if (error != 0) throw RunError("the program '" + program + "' cannot be started: " + std::strerror(error));
  process_ = process;
}

void ConfinedChild::greet(const std::string& program) {
  std::string its_version;
  try {
    its_version = channel_->take_text(kLongestVersion);
    put_limits(*channel_, limits_);
  } catch (const ChannelClosed&) {
    throw RunError("the program '" + program + "' does not work: it " + how_it_ended());
  }
  if (its_version != version()) {
    throw RunError("the program '" + program + "' is of lehr " + its_version + ", and this is lehr " +
                   std::string(version()) + ": install both anew");
  }
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

void ConfinedChild::end_if_it_lasts(double seconds, bool came) {
  waited_ += seconds;
  silent_ = came ? 0 : silent_ + seconds;
  if (is_silent() || keeps_waiting()) kill(process_, SIGKILL);  // which closes the channel
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
  if (is_silent()) return "sent nothing for " + std::to_string(limits_.silent_seconds) + " seconds";
  if (keeps_waiting()) return "took more than " + std::to_string(limits_.waiting_seconds) + " seconds on the clock";
  if (WTERMSIG(status) == SIGXCPU) return "took more than " + std::to_string(limits_.seconds) + " seconds";
  if (WTERMSIG(status) == SIGXFSZ) return "tried to write a file";
  return std::string("ended with \"") + strsignal(WTERMSIG(status)) + "\"";
}

}  // namespace lehr

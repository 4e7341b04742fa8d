// The program that tests of ConfinedChild start: does what it is told by name, under its limits.
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <ctime>
#include <map>
#include <thread>

#include <lehr/base/confined_work.hpp>

namespace {

using lehr::Channel;
using lehr::ChildLimits;

constexpr std::uint64_t kDone = 1;

void loop() {
  for (volatile bool on = true; on;) {
  }
}

void echo(Channel& channel) {
  const std::vector<double> numbers = channel.take_numbers(1 << 24);
  channel.put(channel.take_text(10) + "!");
  channel.put(numbers);
}

/// A number now and then, `count` of them.
void trickle(Channel& channel, std::uint64_t count) {
  for (std::uint64_t i = 0; i < count; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(400));
    channel.put(i);
  }
}

void work_in_pieces(const ChildLimits& limits) {
  for (int piece = 0; piece < 3; ++piece) {
    lehr::begin_piece(limits);
    const std::clock_t end = std::clock() + CLOCKS_PER_SEC * 7 / 10;
    while (std::clock() < end) {
    }
  }
}

bool gets_memory(std::size_t bytes) {
  return mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED;
}

bool opens_one_file_only() {
  const bool first = open("/dev/zero", O_RDONLY) >= 0;
  const bool second = open("/dev/zero", O_RDONLY) >= 0;
  return first && !second;
}

void write_file(const std::string& path) {
  const int file = open(path.c_str(), O_WRONLY);
  if (file < 0 || write(file, "x", 1) != 1) throw std::runtime_error("not written");
}

bool can_take_limits_back() {
  for (const __rlimit_resource resource : {RLIMIT_AS, RLIMIT_CORE, RLIMIT_FSIZE, RLIMIT_NOFILE}) {
    rlimit limit{};
    getrlimit(resource, &limit);
    if (limit.rlim_cur != limit.rlim_max) return true;
  }
  return false;
}

void raise_signals_for_parents() {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGUSR1}) raise(signal);
}

void do_deed(Channel& channel, const ChildLimits& limits) {
  const std::string deed = channel.take_text(100);
  const std::map<std::string, std::function<void()>> deeds = {
      {"echo", [&] { echo(channel); }},
      {"announce too much", [&] { channel.put(std::uint64_t{1} << 60); }},
      {"nothing", [] {}},
      {"crash", [] { raise(SIGSEGV); }},
      {"abort", [] { std::abort(); }},
      {"throw", [] { throw 1; }},
      {"loop", loop},
      {"pause", [] { pause(); }},
      {"trickle a little", [&] { trickle(channel, 7); }},
      {"trickle for ever", [&] { trickle(channel, UINT64_MAX); }},
      {"work in pieces", [&] { work_in_pieces(limits); }},
      {"get 64 MB", [&] { channel.put(std::uint64_t{gets_memory(std::size_t{1} << 26)}); }},
      {"get 1 GB", [&] { channel.put(std::uint64_t{gets_memory(std::size_t{1} << 30)}); }},
      {"has file", [&] { channel.put(std::uint64_t{fcntl(static_cast<int>(channel.take_number()), F_GETFD) >= 0}); }},
      {"opens one file only", [&] { channel.put(std::uint64_t{opens_one_file_only()}); }},
      {"can take limits back", [&] { channel.put(std::uint64_t{can_take_limits_back()}); }},
      {"write", [&] { write_file(channel.take_text(1000)); }},
      {"raise signals for parents", raise_signals_for_parents},
  };
  deeds.at(deed)();
  channel.put(kDone);
}

}  // namespace

int main() { lehr::be_confined(do_deed); }

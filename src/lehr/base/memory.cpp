#include <lehr/base/memory.hpp>

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <limits>
#include <string>

#include <lehr/base/cgroup_memory.hpp>
#include <lehr/base/errors.hpp>

namespace lehr {
namespace {

constexpr double kAddressesOfAThread = 72 << 20;  // glibc: 64 MB to allocate from, and the stack
constexpr double kWorthAsking = 1e7;              // bytes; the system's answer takes longer than to try less

std::optional<double> free_in_the_system() {
  std::ifstream file("/proc/meminfo");
  for (std::string key; file >> key;) {
    double kilobytes = 0;
    if (key == "MemAvailable:" && file >> kilobytes) return 1024 * kilobytes;
    file.ignore(std::numeric_limits<std::streamsize>::max(), '\n');
  }
  return std::nullopt;
}

std::optional<double> left_of_the_limit() {
  rlimit limit{};
  if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return std::nullopt;
  double pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  return std::max(0.0, static_cast<double>(limit.rlim_cur) - pages * static_cast<double>(sysconf(_SC_PAGESIZE)));
}

std::string in_gigabytes(double bytes) {
  const double gigabytes = bytes * 1e-9;
  char text[32];
  std::snprintf(text, sizeof text, gigabytes < 10 ? "%.2g GB" : "%.0f GB", gigabytes);
  return text;
}

}  // namespace

std::optional<double> available_memory() {
  std::optional<double> least;
  for (const std::optional<double>& left : {free_in_the_system(), left_of_the_limit(), cgroup_memory_left()}) {
    if (left) least = std::min(*left, least.value_or(*left));
  }
  return least;
}

void check_memory(const std::string& what, double bytes) {
  if (bytes < kWorthAsking) return;
  const std::optional<double> available = available_memory();
  if (!available || bytes <= *available) return;
  throw RunError("there is not enough memory: " + what + " about " + in_gigabytes(bytes) + ", and " +
                 in_gigabytes(*available) + " are free");
}

void check_addresses_for_threads(std::size_t threads) {
  const double needed = kSpareMemory / 2 + kAddressesOfAThread * static_cast<double>(threads);
  const std::optional<double> left = left_of_the_limit();
  if (!left || needed <= *left) return;
  throw RunError(
      "there is not enough memory: " + (threads == 1 ? "a thread needs" : std::to_string(threads) + " threads need") +
      " about " + in_gigabytes(needed) + " within the limit of the shell (ulimit -v), and " + in_gigabytes(*left) +
      " are left" + (threads == 1 ? "" : "; take fewer by --threads"));
}

void check_memory_for(std::size_t rows, double bytes) {
  if (bytes < kWorthAsking) return;
  const std::optional<double> available = available_memory();
  if (!available || bytes <= *available) return;
  throw RunError("there is not enough memory: " + std::to_string(rows) + " rows need about " + in_gigabytes(bytes) +
                 " (it grows up to the square of the rows, and with the number of threads), and " +
                 in_gigabytes(*available) + " are free; take fewer rows, or --threads 1");
}

}  // namespace lehr

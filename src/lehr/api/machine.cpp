#include <lehr/api/machine.hpp>

#include <sys/utsname.h>

#include <Eigen/Core>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>

#include <lehr/base/parallel.hpp>
#include <lehr/base/version.hpp>
#include <lehr/model/computable.hpp>

// A compiler defines __AVX2__ as 1 where it may use AVX2; an undefined macro stays the text of its name.
#define LEHR_TEXT(x) #x
#define LEHR_IS_ONE(macro) (LEHR_TEXT(macro)[0] == '1')

namespace lehr {
namespace {

struct InstructionSet {
  const char* name;
  bool used;     // the library was compiled to use it
  bool present;  // this CPU has it
};

std::vector<InstructionSet> instruction_sets() {
#if defined(__x86_64__)
  __builtin_cpu_init();
  return {{"sse4.2", LEHR_IS_ONE(__SSE4_2__), __builtin_cpu_supports("sse4.2") != 0},
          {"avx", LEHR_IS_ONE(__AVX__), __builtin_cpu_supports("avx") != 0},
          {"avx2", LEHR_IS_ONE(__AVX2__), __builtin_cpu_supports("avx2") != 0},
          {"fma", LEHR_IS_ONE(__FMA__), __builtin_cpu_supports("fma") != 0},
          {"avx512f", LEHR_IS_ONE(__AVX512F__), __builtin_cpu_supports("avx512f") != 0},
          {"avx512dq", LEHR_IS_ONE(__AVX512DQ__), __builtin_cpu_supports("avx512dq") != 0},
          {"avx512vl", LEHR_IS_ONE(__AVX512VL__), __builtin_cpu_supports("avx512vl") != 0},
          {"avx512bw", LEHR_IS_ONE(__AVX512BW__), __builtin_cpu_supports("avx512bw") != 0}};
#else
  return {};
#endif
}

template <class Wanted>
std::string names_where(const Wanted& wanted) {
  std::string names;
  for (const InstructionSet& set : instruction_sets()) {
    if (wanted(set)) names += (names.empty() ? "" : " ") + std::string(set.name);
  }
  return names.empty() ? "none" : names;
}

/// The value after `key` and a colon in a file of such lines, as /proc has them; empty where there is none.
std::string value_in(const char* path, const std::string& key) {
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    const std::size_t colon = line.find(':');
    if (!line.starts_with(key) || colon == std::string::npos) continue;
    const std::size_t begin = line.find_first_not_of(" \t", colon + 1);
    return begin == std::string::npos ? "" : line.substr(begin);
  }
  return "";
}

std::string memory(const std::string& key) {
  const std::string kilobytes = value_in("/proc/meminfo", key);
  if (kilobytes.empty()) return "unknown";
  constexpr double kKilobytesPerGigabyte = 1024.0 * 1024.0;
  char text[32];
  std::snprintf(text, sizeof text, "%.1f GiB", std::strtod(kilobytes.c_str(), nullptr) / kKilobytesPerGigabyte);
  return text;
}

std::string system_name() {
  utsname name;
  return uname(&name) == 0 ? std::string(name.sysname) + " " + name.release + " " + name.machine : "unknown";
}

/// Of the natural values that a parameter may have: "5.1e-131 to 7.2e+10".
std::string range_text(std::size_t parameter) {
  const auto [lowest, highest] = computable_range(parameter);
  char text[64];
  std::snprintf(text, sizeof text, "%.2g to %.2g", std::exp(lowest), std::exp(highest));
  return text;
}

std::string compiler() {
#if defined(__clang__)
  return "clang " __clang_version__;
#else
  return "g++ " __VERSION__;
#endif
}

std::string eigen_version() {
  return std::to_string(EIGEN_WORLD_VERSION) + "." + std::to_string(EIGEN_MAJOR_VERSION) + "." +
         std::to_string(EIGEN_MINOR_VERSION);
}

}  // namespace

std::vector<std::pair<std::string, std::string>> machine_facts() {
  const std::string model = value_in("/proc/cpuinfo", "model name");
  return {{"version", std::string(version())},
          {"commit", std::string(commit())},
          {"compiler", compiler()},
          {"eigen", eigen_version()},
          {"eigen instructions", Eigen::SimdInstructionSetsInUse()},
          {"system", system_name()},
          {"cpu", model.empty() ? "unknown" : model},
          {"instructions used", names_where([](const InstructionSet& set) { return set.used; })},
          {"instructions present", names_where([](const InstructionSet& set) { return set.present; })},
          {"instructions missing", names_where([](const InstructionSet& set) { return set.used && !set.present; })},
          {"threads", std::to_string(available_threads())},
          {"variances computed", range_text(0)},
          {"length-scales computed", range_text(1)},
          {"memory", memory("MemTotal")},
          {"memory available", memory("MemAvailable")}};
}

std::vector<std::string> missing_instructions() {
  std::vector<std::string> names;
  for (const InstructionSet& set : instruction_sets()) {
    if (set.used && !set.present) names.emplace_back(set.name);
  }
  return names;
}

}  // namespace lehr

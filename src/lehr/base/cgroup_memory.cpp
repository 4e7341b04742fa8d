#include <lehr/base/cgroup_memory.hpp>

#include <algorithm>
#include <fstream>
#include <limits>
#include <string>

namespace lehr {
namespace {

namespace fs = std::filesystem;

/// What the files of a group are called.
struct Names {
  const char* limit;
  const char* used;
  const char* reclaimable;  // in memory.stat: copies of files, given up when memory is short
};
constexpr Names kOneTree = {"memory.max", "memory.current", "inactive_file"};
constexpr Names kOwnTree = {"memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file"};

std::optional<double> number_in(const fs::path& file) {
  double value = 0;
  if (std::ifstream(file) >> value) return value;
  return std::nullopt;  // "max" is no number: no limit
}

double reclaimable_in(const fs::path& group, const Names& names) {
  std::ifstream file(group / "memory.stat");
  std::string key;
  for (double value = 0; file >> key >> value;) {
    if (key == names.reclaimable) return value;
  }
  return 0;
}

/// The least that the group or one around it leaves. A container may not see the outer groups: these count for nothing.
double left_in(const fs::path& tree, const fs::path& group, const Names& names) {
  double least = std::numeric_limits<double>::infinity();
  for (fs::path inner = group.relative_path();; inner = inner.parent_path()) {
    const fs::path folder = tree / inner;
    const std::optional<double> limit = number_in(folder / names.limit);
    const std::optional<double> used = number_in(folder / names.used);
    if (limit && used) least = std::min(least, std::max(0.0, *limit - *used + reclaimable_in(folder, names)));
    if (inner.empty()) return least;
  }
}

}  // namespace

std::optional<double> cgroup_memory_left(const fs::path& groups, const fs::path& mount) {
  constexpr double kNoLimit = 1e18;  // v1 has a number near 2^63 where there is none
  double least = std::numeric_limits<double>::infinity();
  std::ifstream file(groups);
  for (std::string line; std::getline(file, line);) {  // NUMBER:RESOURCES:GROUP
    const std::size_t first = line.find(':');
    const std::size_t second = line.find(':', first + 1);
    if (first == std::string::npos || second == std::string::npos) continue;
    const std::string resources = line.substr(first + 1, second - first - 1);
    const std::string group = line.substr(second + 1);
    if (resources.empty()) least = std::min(least, left_in(mount, group, kOneTree));
    if (resources == "memory") least = std::min(least, left_in(mount / "memory", group, kOwnTree));
  }
  if (least > kNoLimit) return std::nullopt;
  return least;
}

}  // namespace lehr

#pragma once

#include <filesystem>
#include <optional>

namespace lehr {

/// Bytes that the control groups of this process leave it: containers and batch systems limit memory by them. Empty
/// where no group has a limit. `groups` tells which groups it is in, `mount` holds what they say; both kinds of Linux,
/// one tree of groups (v2) or one for each resource (v1), are understood.
std::optional<double> cgroup_memory_left(const std::filesystem::path& groups = "/proc/self/cgroup",
                                         const std::filesystem::path& mount = "/sys/fs/cgroup");

}  // namespace lehr

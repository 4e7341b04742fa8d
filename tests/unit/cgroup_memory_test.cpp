#include <lehr/base/cgroup_memory.hpp>

#include <fstream>
#include <string>

#include <gtest/gtest.h>

#include <unit/scratch_folder.hpp>

namespace lehr {
namespace {

namespace fs = std::filesystem;

/// Files as the system would have them.
class FakeSystem {
 public:
  void write(const std::string& name, const std::string& text) const {
    const fs::path file = folder_ / name;
    fs::create_directories(file.parent_path());
    std::ofstream(file) << text;
  }
  std::optional<double> left() const { return cgroup_memory_left(folder_ / "groups", folder_ / "mount"); }

 private:
  ScratchFolder folder_;
};

TEST(CgroupMemory, OneTreeOfGroups) {
  const FakeSystem system;
  system.write("groups", "0::/jobs/mine\n");
  system.write("mount/jobs/mine/memory.max", "5000\n");
  system.write("mount/jobs/mine/memory.current", "2000\n");
  EXPECT_EQ(system.left(), 3000);
  system.write("mount/jobs/mine/memory.stat", "anon 900\ninactive_file 700\nactive_file 100\n");
  EXPECT_EQ(system.left(), 3700) << "copies of files are given up";
}

TEST(CgroupMemory, AnOuterGroupMayLeaveLess) {
  const FakeSystem system;
  system.write("groups", "0::/jobs/mine\n");
  system.write("mount/jobs/mine/memory.max", "5000\n");
  system.write("mount/jobs/mine/memory.current", "2000\n");
  system.write("mount/jobs/memory.max", "9000\n");
  system.write("mount/jobs/memory.current", "8000\n");
  EXPECT_EQ(system.left(), 1000);
}

TEST(CgroupMemory, InAContainerItsGroupIsTheRoot) {
  const FakeSystem system;
  system.write("groups", "0::/seen/from/outside/only\n");
  system.write("mount/memory.max", "5000\n");
  system.write("mount/memory.current", "6000\n");
  EXPECT_EQ(system.left(), 0);
}

TEST(CgroupMemory, ATreeForEachResource) {
  const FakeSystem system;
  system.write("groups", "9:cpu:/other\n4:memory:/batch\n0::/\n");
  system.write("mount/memory/batch/memory.limit_in_bytes", "5000\n");
  system.write("mount/memory/batch/memory.usage_in_bytes", "1000\n");
  system.write("mount/memory/batch/memory.stat", "inactive_file 1\ntotal_inactive_file 20\n");
  system.write("mount/memory/memory.limit_in_bytes", "9223372036854771712\n");
  system.write("mount/memory/memory.usage_in_bytes", "1000\n");
  EXPECT_EQ(system.left(), 4020);
}

TEST(CgroupMemory, NoLimitNoNumber) {
  const FakeSystem system;
  EXPECT_EQ(system.left(), std::nullopt) << "no file at all";
  system.write("groups", "something else\n4:memory:/batch\n0::/mine\n");
  EXPECT_EQ(system.left(), std::nullopt);
  system.write("mount/mine/memory.max", "max\n");
  system.write("mount/mine/memory.current", "1000\n");
  system.write("mount/memory/batch/memory.limit_in_bytes", "9223372036854771712\n");
  system.write("mount/memory/batch/memory.usage_in_bytes", "1000\n");
  EXPECT_EQ(system.left(), std::nullopt);
}

}  // namespace
}  // namespace lehr

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
  /// A group of one tree.
  void limit(const std::string& group, const std::string& most, const std::string& used) const {
    write("mount" + group + "/memory.max", most + "\n");
    write("mount" + group + "/memory.current", used + "\n");
  }
  /// A group of memory's own tree.
  void limit_memory(const std::string& group, const std::string& most, const std::string& used) const {
    write("mount/memory" + group + "/memory.limit_in_bytes", most + "\n");
    write("mount/memory" + group + "/memory.usage_in_bytes", used + "\n");
  }
  std::optional<double> left() const { return cgroup_memory_left(folder_ / "groups", folder_ / "mount"); }

 private:
  ScratchFolder folder_;
};

TEST(CgroupMemory, OneTreeOfGroups) {
  const FakeSystem system;
  system.write("groups", "0::/jobs/mine\n");
  system.limit("/jobs/mine", "5000", "2000");
  EXPECT_EQ(system.left(), 3000);
  system.write("mount/jobs/mine/memory.stat", "anon 900\ninactive_file 700\nactive_file 100\n");
  EXPECT_EQ(system.left(), 3700) << "copies of files are given up";
}

TEST(CgroupMemory, AnOuterGroupMayLeaveLess) {
  const FakeSystem system;
  system.write("groups", "0::/jobs/mine\n");
  system.limit("/jobs/mine", "5000", "2000");
  system.limit("/jobs", "9000", "8000");
  EXPECT_EQ(system.left(), 1000);
}

TEST(CgroupMemory, InAContainerItsGroupIsTheRoot) {
  const FakeSystem system;
  system.write("groups", "0::/seen/from/outside/only\n");
  system.limit("", "5000", "6000");
  EXPECT_EQ(system.left(), 0);
}

TEST(CgroupMemory, ATreeForEachResource) {
  const FakeSystem system;
  system.write("groups", "9:cpu:/other\n4:memory:/batch\n0::/\n");
  system.limit_memory("/batch", "5000", "1000");
  system.write("mount/memory/batch/memory.stat", "inactive_file 1\ntotal_inactive_file 20\n");
  system.limit_memory("", "9223372036854771712", "1000");
  EXPECT_EQ(system.left(), 4020);
}

TEST(CgroupMemory, NoLimitNoNumber) {
  const FakeSystem system;
  EXPECT_EQ(system.left(), std::nullopt) << "no file at all";
  system.write("groups", "something else\n4:memory:/batch\n0::/mine\n");
  EXPECT_EQ(system.left(), std::nullopt);
  system.limit("/mine", "max", "1000");
  system.limit_memory("/batch", "9223372036854771712", "1000");
  EXPECT_EQ(system.left(), std::nullopt);
}

}  // namespace
}  // namespace lehr

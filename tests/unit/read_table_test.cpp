#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

#include <gtest/gtest.h>

#include <lehr/data/table.hpp>
#include <unit/input_error.hpp>

namespace lehr {
namespace {

class ReadTable : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = testing::TempDir() + "/lehr-tables-XXXXXX";
    ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string write(const std::string& name, const std::string& text) const {
    const std::string path = folder_ / name;
    std::ofstream(path, std::ios::binary) << text;
    return path;
  }

  std::filesystem::path folder_;
};

TEST_F(ReadTable, ReadsAFile) {
  const std::string path = write("t.csv", "a,b\n1,2\n");
  const Table table = read_table(path);
  EXPECT_EQ(table.source, path);
  EXPECT_EQ(table.cell(0, 1), "2");
}

TEST_F(ReadTable, ReadsStandardInput) {
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  ASSERT_EQ(::write(ends[1], "a,b\n1,x\n", 8), 8);
  ::close(ends[1]);
  const int saved = ::dup(STDIN_FILENO);
  ASSERT_EQ(::dup2(ends[0], STDIN_FILENO), STDIN_FILENO);
  ::close(ends[0]);
  const Table table = read_table("-");
  ::dup2(saved, STDIN_FILENO);
  ::close(saved);
  EXPECT_EQ(table.place(0, 1), "standard input, line 2, column 2 (b)");
  EXPECT_EQ(table.cell(0, 1), "x");
}

TEST_F(ReadTable, RefusesAMissingFile) {
  const std::string path = folder_ / "none.csv";
  EXPECT_EQ(input_error([&] { read_table(path); }), path + ": there is no such file");
}

TEST_F(ReadTable, RefusesADirectory) {
  EXPECT_EQ(input_error([&] { read_table(folder_); }), folder_.string() + ": is a directory, not a table");
}

// Page 0 of a process is never mapped, so this fails for everyone, the superuser included.
TEST_F(ReadTable, RefusesAFileThatCannotBeRead) {
  EXPECT_EQ(input_error([] { read_table("/proc/self/mem"); }), "/proc/self/mem: cannot be read: Input/output error");
}

TEST_F(ReadTable, RefusesAnEmptyFile) {
  const std::string path = write("empty.csv", "");
  EXPECT_EQ(input_error([&] { read_table(path); }), path + ": the table is empty");
}

}  // namespace
}  // namespace lehr

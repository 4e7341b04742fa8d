#include <lehr/run_file/reader_program.hpp>

#include <cstdlib>
#include <filesystem>

#include <gtest/gtest.h>

#include <lehr/base/errors.hpp>
#include <unit/scratch_folder.hpp>

namespace lehr {
namespace {

/// LEHR_READER, while this lives.
class Given {
 public:
  explicit Given(const std::string& path) { setenv("LEHR_READER", path.c_str(), 1); }
  ~Given() { unsetenv("LEHR_READER"); }
  Given(const Given&) = delete;
  Given& operator=(const Given&) = delete;
};

TEST(ReaderProgram, ItIsFoundInTheFolderThatThisProgramIsPartOf) {
  const std::filesystem::path programs = std::filesystem::read_symlink("/proc/self/exe").parent_path();
  const std::filesystem::path found = reader_program();
  EXPECT_EQ(found.filename(), "lehr-read");
  EXPECT_TRUE(std::filesystem::is_regular_file(found));
  EXPECT_EQ(std::filesystem::relative(found, programs.parent_path()).string().find(".."), std::string::npos) << found;
}

TEST(ReaderProgram, OneThatIsGivenComesFirst) {
  const Given given("/bin/true");
  EXPECT_EQ(reader_program(), "/bin/true");
}

TEST(ReaderProgram, NothingGivenIsNoPath) {
  const std::string found = reader_program();
  const Given given("");
  EXPECT_EQ(reader_program(), found);
}

TEST(ReaderProgram, OneThatIsGivenAndIsNotThereIsRefused) {
  const ScratchFolder folder;
  const Given given(folder / "none");
  try {
    reader_program();
    ADD_FAILURE() << "no RunError";
  } catch (const RunError& error) {
    EXPECT_EQ(std::string(error.what()), "LEHR_READER names the program '" + (folder / "none") +
                                             "', which cannot be started: No such file or directory");
  }
}

}  // namespace
}  // namespace lehr

#include <sys/wait.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <lehr/run_file/writer.hpp>
#include <unit/example_run.hpp>
#include <unit/scratch_folder.hpp>

namespace lehr {
namespace {

constexpr int kNotInstalled = 77;
constexpr int kNoSuchCommand = 127;

void write_example(const std::string& path, const RunInfo& info) {
  RunFileWriter writer(
      path, info, {.chains = 2, .draws = 5, .states = true, .latents = true, .log_likelihood = true, .evaluations = 4});
  for (std::size_t chain = 0; chain < 2; ++chain) {
    writer.write_evaluations(chain, example_warm_up(chain));
    for (std::size_t draw = 0; draw < 5; ++draw) {
      std::vector<double> log_likelihood;
      for (int row = 0; row < 3; ++row) {
        log_likelihood.push_back(-0.5 - static_cast<double>(100 * chain + draw) - row / 8.0);
      }
      writer.write_draw(chain, draw, example_draw(info, chain, draw), log_likelihood);
    }
  }
  writer.close(example_outcome());
}

/// Writes the example and runs `command FILE iso|ard` on it, which compares each number with its own.
void expect_same_numbers(const std::string& command) {
  const ScratchFolder folder;
  for (const bool ard : {false, true}) {
    const std::string path = folder / "run.nc";
    write_example(path, example_run(ard));
    const std::string line = command + " '" + path + "' " + (ard ? "ard" : "iso");
    const int status = std::system(line.c_str());
    ASSERT_TRUE(WIFEXITED(status));
    if (WEXITSTATUS(status) == kNotInstalled || WEXITSTATUS(status) == kNoSuchCommand) {
      GTEST_SKIP() << "not installed (scripts/install-packages test): " << command;
    }
    EXPECT_EQ(WEXITSTATUS(status), 0) << line;
  }
}

const std::string kScripts = std::string(LEHR_SOURCE_DIR) + "/tests/oracle/";

// Debian's Python is named because another may come first on PATH, without its modules.
TEST(RunFileOracle, XarrayReadsWhatWasWritten) {
  expect_same_numbers("/usr/bin/python3 -B '" + kScripts + "run_file_check.py'");
}

TEST(RunFileOracle, RReadsWhatWasWritten) {
  expect_same_numbers("Rscript --vanilla '" + kScripts + "run_file_check.R'");
}

}  // namespace
}  // namespace lehr

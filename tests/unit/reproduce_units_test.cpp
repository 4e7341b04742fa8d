#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <string>

#include <lehr/base/errors.hpp>
#include <lehr/base/version.hpp>
#include <lehr/reproduce/run_units.hpp>

namespace lehr::reproduce {
namespace {

class ReproduceUnits : public testing::Test {
 protected:
  ReproduceUnits()
      : folder_(testing::TempDir() + "lehr-units-" + testing::UnitTest::GetInstance()->current_test_info()->name()) {
    std::filesystem::remove_all(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  Unit counting(const std::string& name, int value, const std::vector<std::string>& needs = {}) {
    return {.name = name,
            .options = {{"seed", 1}, {"value", value}},
            .needs = needs,
            .run = [this, value, needs](const Results& results, const RunContext&) {
              ++runs_;
              int sum = value;
              for (const std::string& need : needs) sum += results.of(need).get<int>();
              return Json(sum);
            }};
  }

  std::string folder_;
  std::atomic<int> runs_ = 0;
};

TEST_F(ReproduceUnits, WaitForWhatTheyNeedInWhateverOrderTheyStand) {
  const std::vector<Unit> units = {counting("sum", 100, {"a", "b"}), counting("b", 20, {"a"}), counting("a", 3)};
  const Results results = run_units(units, UnitCache(folder_), "test", {.threads = 3});
  EXPECT_EQ(results.of("a"), 3);
  EXPECT_EQ(results.of("b"), 23);
  EXPECT_EQ(results.of("sum"), 126);
  EXPECT_EQ(results.commits(), commit());
}

TEST_F(ReproduceUnits, AreRunOnceAndThenFound) {
  const std::vector<Unit> units = {counting("a", 3), counting("b", 20, {"a"})};
  run_units(units, UnitCache(folder_), "test", {});
  std::filesystem::remove(folder_ + "/b.json");
  const Results results = run_units(units, UnitCache(folder_), "test", {});
  EXPECT_EQ(results.of("b"), 23);
  EXPECT_EQ(runs_, 3);
}

TEST_F(ReproduceUnits, AreRunAgainWithOtherOptionsAndWhereTheirFileIsDamaged) {
  run_units({counting("a", 3), counting("b", 20)}, UnitCache(folder_), "test", {});
  std::ofstream(folder_ + "/b.json") << R"({"unit": "b", "resu)";
  const Results results = run_units({counting("a", 4), counting("b", 20)}, UnitCache(folder_), "test", {});
  EXPECT_EQ(results.of("a"), 4);
  EXPECT_EQ(results.of("b"), 20);
  EXPECT_EQ(runs_, 4);
}

TEST_F(ReproduceUnits, KeepWhatWasFinishedBeforeOneFailed) {
  Unit broken = counting("b", 20, {"a"});
  broken.run = [](const Results&, const RunContext&) -> Json { throw RunError("broken"); };
  EXPECT_THROW(
      run_units({counting("a", 3), broken, counting("c", 5, {"b"})}, UnitCache(folder_), "test", {.threads = 2}),
      RunError);
  const Results kept = find_units({counting("a", 3), broken, counting("c", 5)}, UnitCache(folder_));
  EXPECT_TRUE(kept.has("a"));
  EXPECT_FALSE(kept.has("b"));
  EXPECT_FALSE(kept.has("c"));
}

TEST_F(ReproduceUnits, StopOnRequestAndKeepWhatIsFinished) {
  std::stop_source stop;
  Unit first = counting("a", 3);
  first.run = [&](const Results&, const RunContext&) {
    stop.request_stop();
    return Json(3);
  };
  EXPECT_THROW(run_units({first, counting("b", 5)}, UnitCache(folder_), "test", {.stop = stop.get_token()}),
               Interrupted);
  EXPECT_TRUE(find_units({first}, UnitCache(folder_)).has("a"));
  EXPECT_EQ(runs_, 0);
}

TEST_F(ReproduceUnits, TellTheirCommitOptionsAndTimeInTheirFile) {
  run_units({counting("a", 3)}, UnitCache(folder_), "test", {});
  std::ifstream file(folder_ + "/a.json");
  const Json stored = Json::parse(file);
  EXPECT_EQ(stored["commit"], commit());
  EXPECT_EQ(stored["options"]["seed"], 1);
  EXPECT_EQ(stored["options"]["value"], 3);
  EXPECT_GE(stored["processor_seconds"], 0);
}

}  // namespace
}  // namespace lehr::reproduce

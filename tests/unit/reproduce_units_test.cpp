#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <string>

#include <experiments/program/run_units.hpp>
#include <lehr/base/errors.hpp>
#include <lehr/base/version.hpp>

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

  Unit sum(const std::string& name, const std::vector<std::string>& needs) {
    Unit unit = counting(name, 0, needs);
    unit.is_summary = true;
    return unit;
  }

  UnitCache cache() const { return {folder_ + "/parts", folder_ + "/summaries"}; }

  std::string folder_;
  std::atomic<int> runs_ = 0;
};

TEST_F(ReproduceUnits, WaitForWhatTheyNeedInWhateverOrderTheyStand) {
  const std::vector<Unit> units = {counting("sum", 100, {"a", "b"}), counting("b", 20, {"a"}), counting("a", 3)};
  const Results results = run_units(units, cache(), "test", {.threads = 3});
  EXPECT_EQ(results.of("a"), 3);
  EXPECT_EQ(results.of("b"), 23);
  EXPECT_EQ(results.of("sum"), 126);
  EXPECT_EQ(results.commits(), commit());
}

TEST_F(ReproduceUnits, NameEachCommitOnce) {
  Results results;
  results.add("a", {1, "2f"});
  results.add("summary", {2, "1e, 2f"});
  results.add("b", {3, "3a"});
  EXPECT_EQ(results.commits(), "1e, 2f, 3a");
}

TEST_F(ReproduceUnits, AreRunOnceAndThenFound) {
  const std::vector<Unit> units = {counting("a", 3), counting("b", 20, {"a"})};
  run_units(units, cache(), "test", {});
  std::filesystem::remove(folder_ + "/parts/b.json");
  const Results results = run_units(units, cache(), "test", {});
  EXPECT_EQ(results.of("b"), 23);
  EXPECT_EQ(runs_, 3);
}

TEST_F(ReproduceUnits, AreRunAgainWithOtherOptionsAndWhereTheirFileIsDamaged) {
  run_units({counting("a", 3), counting("b", 20)}, cache(), "test", {});
  std::ofstream(folder_ + "/parts/b.json") << R"({"unit": "b", "resu)";
  const Results results = run_units({counting("a", 4), counting("b", 20)}, cache(), "test", {});
  EXPECT_EQ(results.of("a"), 4);
  EXPECT_EQ(results.of("b"), 20);
  EXPECT_EQ(runs_, 4);
}

TEST_F(ReproduceUnits, KeepWhatWasFinishedBeforeOneFailed) {
  Unit broken = counting("b", 20, {"a"});
  broken.run = [](const Results&, const RunContext&) -> Json { throw RunError("broken"); };
  try {
    run_units({counting("a", 3), broken, counting("c", 5, {"b"})}, cache(), "test", {.threads = 2});
    FAIL() << "nothing was thrown";
  } catch (const RunError& error) {
    EXPECT_STREQ(error.what(), "b: broken");  // which one it was
  }
  const Results kept = find_units({counting("a", 3), broken, counting("c", 5)}, cache());
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
  EXPECT_THROW(run_units({first, counting("b", 5)}, cache(), "test", {.stop = stop.get_token()}), Interrupted);
  EXPECT_TRUE(find_units({first}, cache()).has("a"));
  EXPECT_EQ(runs_, 0);
}

TEST_F(ReproduceUnits, TellTheirCommitOptionsAndTimeInTheirFile) {
  run_units({counting("a", 3)}, cache(), "test", {});
  std::ifstream file(folder_ + "/parts/a.json");
  const Json stored = Json::parse(file);
  EXPECT_EQ(stored["commit"], commit());
  EXPECT_EQ(stored["options"]["seed"], 1);
  EXPECT_EQ(stored["options"]["value"], 3);
  EXPECT_GE(stored["processor_seconds"], 0);
}

TEST_F(ReproduceUnits, AreNotNeededAgainWhereTheirSummaryIsThere) {
  const std::vector<Unit> units = {counting("tuning", 1), counting("a", 3, {"tuning"}), sum("first", {"a"}),
                                   counting("b", 20, {"tuning"}), sum("second", {"b"})};
  run_units({units[0], units[1], units[2]}, cache(), "test", {});
  std::filesystem::remove_all(folder_ + "/parts");
  EXPECT_EQ(find_summaries(units, cache()).of("first"), 4);
  EXPECT_FALSE(find_summaries(units, cache()).has("second"));
  runs_ = 0;
  const Results results = run_units(units, cache(), "test", {.threads = 2});
  EXPECT_EQ(results.of("first"), 4);
  EXPECT_EQ(results.of("second"), 21);
  EXPECT_EQ(runs_, 3);  // tuning and b, but not a; and the second summary
  EXPECT_FALSE(results.has("a"));
}

TEST_F(ReproduceUnits, AreSummedUpWhereNothingElseIsRun) {
  const std::vector<Unit> units = {counting("a", 3), counting("b", 20), sum("both", {"a", "b"}), counting("c", 5),
                                   sum("rest", {"b", "c"})};
  run_units({units[0], units[1]}, cache(), "test", {});
  const Results found = find_summaries(units, cache());
  EXPECT_EQ(found.of("both"), 23);
  EXPECT_FALSE(found.has("rest"));
  EXPECT_FALSE(found.has("a"));
  EXPECT_TRUE(std::filesystem::exists(folder_ + "/summaries/both.json"));
}

TEST_F(ReproduceUnits, HaveInTheirSummaryTheCommitsOfTheParts) {
  const std::vector<Unit> units = {counting("a", 3), counting("b", 20), sum("both", {"a", "b"})};
  cache().keep(units[0], {3, "older"});
  cache().keep(units[1], {20, "newer"});
  EXPECT_EQ(find_summaries(units, cache()).commits(), "newer, older");
}

TEST_F(ReproduceUnits, BearTheCommitsOfAllThatTheyStandOn) {
  const std::vector<Unit> units = {counting("tuning", 1), counting("chain", 3, {"tuning"}), sum("cell", {"chain"})};
  cache().keep(units[0], {1, "!before"});
  run_units(units, cache(), "test", {});
  EXPECT_EQ(find_summaries(units, cache()).commits(), "!before, " + std::string(commit()));
}

TEST_F(ReproduceUnits, HaveInTheirSummaryTheTimeOfThePartsAndOfTheLongest) {
  const std::vector<Unit> units = {counting("a", 3), counting("b", 20), sum("both", {"a", "b"}), counting("c", 5),
                                   sum("other", {"c"})};
  cache().keep(units[0], {3, "x", Effort{10, 10}});
  cache().keep(units[1], {20, "x", Effort{32, 32}});
  cache().keep(units[4], {5, "x"});  // as older programs did
  find_summaries({units[0], units[1], units[2]}, cache());
  std::filesystem::remove_all(folder_ + "/parts");
  const Results found = find_summaries(units, cache());
  ASSERT_TRUE(found.only({"both"}).effort());
  EXPECT_EQ(found.only({"both"}).effort()->seconds, 42);
  EXPECT_EQ(found.only({"both"}).effort()->longest_part, 32);
  EXPECT_TRUE(found.has("other"));
  EXPECT_FALSE(found.effort());
}

TEST_F(ReproduceUnits, ThatSumUpOtherOptionsAreNotReplacedAndNotUsed) {
  run_units({counting("a", 3), sum("cell", {"a"})}, cache(), "test", {});
  Unit changed = sum("cell", {"a"});
  changed.options["seed"] = 2;
  const std::vector<Unit> units = {counting("a", 3), changed};
  const std::string path = folder_ + "/summaries/cell.json";
  EXPECT_EQ(summaries_of_other_options(units, cache()),
            "1 summary was made with other options: '" + path + "' has seed 1 instead of 2");
  EXPECT_THROW(run_units(units, cache(), "test", {}), UsageError);
  EXPECT_EQ(summaries_of_other_options({counting("a", 3), sum("cell", {"a"})}, cache()), "");
}

}  // namespace
}  // namespace lehr::reproduce

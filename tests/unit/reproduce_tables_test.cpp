#include <gtest/gtest.h>

#include <cmath>

#include <experiments/program/box_plot.hpp>
#include <experiments/program/grid.hpp>
#include <experiments/program/table1_output.hpp>
#include <unit/scratch_folder.hpp>

namespace lehr::reproduce {
namespace {

TEST(BoxPlot, HasQuartilesWhiskersAndOutliers) {
  const Box box = Box::of({1, 2, 3, 4, 5, 6, 7, 8, 30});
  EXPECT_EQ(box.lower_quartile, 3);
  EXPECT_EQ(box.median, 5);
  EXPECT_EQ(box.upper_quartile, 7);
  EXPECT_EQ(box.lower_whisker, 1);
  EXPECT_EQ(box.upper_whisker, 8);
  EXPECT_EQ(box.outliers, std::vector<double>{30});
}

TEST(Grid, AlignsColumnsByCharacters) {
  const Grid grid{"title", {{"a", "value"}, {"longer", "1 ± 2"}, {"b", "3"}}};
  EXPECT_EQ(grid.text(), "title\na       value\nlonger  1 ± 2\nb           3\n");
  EXPECT_EQ(grid.markdown(), "title\n\n| a | value |\n|---|---:|\n| longer | 1 ± 2 |\n| b | 3 |\n");
}

TEST(PublishedTable, HasThePapersNumbersInTheirPlaces) {
  Setting setting;
  setting.set = "thyroid";
  setting.kernel = "ard";
  const std::optional<Published> first = published(setting, kColumns[0]);
  ASSERT_TRUE(first);
  EXPECT_EQ(first->acceptance, 0.4);
  EXPECT_EQ(first->sd, 0.3);
  setting.kernel = "isotropic";
  EXPECT_EQ(published(setting, kColumns[3])->acceptance, 6.4);
  EXPECT_FALSE(published(setting, kColumns[6]));
}

TEST(TableCell, TellsHowManyOfThePapersDeviationsItIsAway) {
  Cell cell;
  cell.setting.set = "glass";
  cell.setting.kernel = "isotropic";
  cell.column = kColumns[2];  // the paper: 5.2 (1.9)
  cell.acceptance = {8, 10, 9};
  cell.effective_per_1000 = 50;
  cell.cost = 12;
  EXPECT_DOUBLE_EQ(cell.mean(), 9);
  EXPECT_DOUBLE_EQ(cell.sd(), 1);
  EXPECT_DOUBLE_EQ(*cell.sds_away(), (9 - 5.2) / 1.9);
  EXPECT_DOUBLE_EQ(*cell.errors_away(), (9 - 5.2) / std::sqrt(1. / 3 + 1.9 * 1.9 / 5));
  EXPECT_DOUBLE_EQ(*cell.cost_per_effective_draw(), 240);
}

TEST(TableSource, TellsOfTheTuningOfWalksAndOfTheEmulatorsWarmUp) {
  const ChainCounts counts = ChainCounts::of({});
  Cell walk;
  walk.column = kColumns[0];
  walk.acceptance = {1, 2};
  walk.commit = "abc";
  Cell emulator = walk;
  emulator.column = kColumns[9];
  const std::string csv = table1_csv({walk, emulator}, counts, Source({}, "abc, def", counts.words("metropolis")));
  EXPECT_NE(csv.find(",1,\"abc\",\"5 chains of 500 + 1500 iterations after 2000 of tuning\"\n"), std::string::npos)
      << csv;
  EXPECT_NE(csv.find(",1,\"abc\",\"5 chains of 500 + 1500 iterations after the emulator's warm-up\"\n"),
            std::string::npos)
      << csv;
}

TEST(TableFindings, CompareWithTheRateWithoutNoiseChainByChain) {
  Setting setting;
  setting.set = "glass";
  setting.kernel = "ard";
  Cell ghk;
  ghk.setting = setting;
  ghk.column = kColumns[7];
  ghk.sampler = "metropolis";
  ghk.acceptance = {20, 23, 26};
  Cell no_noise = ghk;
  no_noise.column = kColumns[8];
  no_noise.acceptance = {21, 25, 29};
  EXPECT_EQ(table1_findings({setting}, {ghk, no_noise}).at(0),
            "glass ard: GHK 10 is 2.0 ± 0.6 points below the rate without noise");
  no_noise.acceptance = {25, 28, 31};
  EXPECT_EQ(table1_findings({setting}, {ghk, no_noise}).at(0),
            "glass ard: GHK 10 is 5.0 ± 0.0 points below the rate without noise, more than 3");
}

TEST(TableSets, ThatWereNotFoundAreNamed) {
  const ScratchFolder folder;
  put_bytes(folder / "glass.csv", "x,label\n1,1\n2,-1\n3,1\n");
  put_bytes(folder / "pima.csv", "x,label\n1,1\n2,-1\n3,1\n");
  Request request;
  request.folders = {folder / "."};
  request.sets = {"pima"};
  Report report;
  EXPECT_EQ(find_sets(request, report).size(), 1U);
  const std::vector<DataSet> shown = find_sets_to_show(request);
  ASSERT_EQ(shown.size(), 2U);
  EXPECT_EQ(left_out_sets(request, shown), "Left out, because the table was not found: thyroid, breast, banknote");
  request.quick = true;
  EXPECT_EQ(find_sets_to_show(request).size(), 1U);
  EXPECT_EQ(left_out_sets(request, shown), "");
}

}  // namespace
}  // namespace lehr::reproduce

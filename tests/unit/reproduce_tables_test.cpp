#include <gtest/gtest.h>

#include <cmath>

#include <lehr/reproduce/box_plot.hpp>
#include <lehr/reproduce/grid.hpp>
#include <lehr/reproduce/table1_results.hpp>

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
  EXPECT_DOUBLE_EQ(*cell.distance(), (9 - 5.2) / 1.9);
  EXPECT_DOUBLE_EQ(*cell.standard_errors(), (9 - 5.2) / std::sqrt((1 + 1.9 * 1.9) / 3));
  EXPECT_DOUBLE_EQ(*cell.cost_per_effective_draw(), 240);
}

}  // namespace
}  // namespace lehr::reproduce

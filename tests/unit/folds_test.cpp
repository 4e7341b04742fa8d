#include <lehr/data/folds.hpp>

#include <algorithm>
#include <set>

#include <gtest/gtest.h>

namespace lehr {
namespace {

Responses responses(std::size_t rows, std::size_t positives) {
  Responses result;
  for (std::size_t row = 0; row < rows; ++row) result.value.push_back(row < positives ? 1 : 0);
  return result;
}

TEST(Folds, HaveAsManyRowsAndAsManyOfEachClassUpToOne) {
  const Responses all = responses(53, 17);
  const std::vector<std::size_t> folds = deal_folds(all, 5, 1);
  std::vector<std::size_t> rows(5);
  std::vector<std::size_t> positives(5);
  for (std::size_t row = 0; row < 53; ++row) {
    ++rows[folds[row]];
    if (all.value[row] == 1) ++positives[folds[row]];
  }
  EXPECT_LE(*std::max_element(rows.begin(), rows.end()) - *std::min_element(rows.begin(), rows.end()), 1U);
  EXPECT_LE(
      *std::max_element(positives.begin(), positives.end()) - *std::min_element(positives.begin(), positives.end()),
      1U);
}

TEST(Folds, AreAFunctionOfTheSeed) {
  const Responses all = responses(30, 10);
  EXPECT_EQ(deal_folds(all, 3, 1), deal_folds(all, 3, 1));
  EXPECT_NE(deal_folds(all, 3, 1), deal_folds(all, 3, 2));
}

TEST(Folds, SplitATableWithoutLosingARow) {
  const Table table = parse_table("a,b\n1,x\n2,y\n3,\"z, z\"\n4,w\n", "t.csv");
  const SplitTable split = split_table(table, {0, 1, 0, 1}, 0);
  ASSERT_EQ(split.inside.rows(), 2U);
  ASSERT_EQ(split.outside.rows(), 2U);
  EXPECT_EQ(split.inside.cell(1, 1), "z, z");
  EXPECT_EQ(split.outside.cell(0, 0), "2");
  EXPECT_EQ(split.outside.cell(1, 1), "w");
  EXPECT_EQ(split.inside.place(1, 0), table.place(2, 0)) << "messages name the line of the file";
}

}  // namespace
}  // namespace lehr

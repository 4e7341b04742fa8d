#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <vector>

#include <experiments/program/folds.hpp>
#include <experiments/program/predictions_output.hpp>
#include <experiments/program/predictions_results.hpp>
#include <lehr/base/errors.hpp>
#include <lehr/data/encoding.hpp>
#include <unit/scratch_folder.hpp>

namespace lehr::reproduce {
namespace {

/// 30 rows, a third of them positive.
DataSet small_set() {
  std::string text = "x,label\n";
  for (int i = 0; i < 30; ++i) text += std::to_string(i * i) + (i % 3 == 0 ? ",1\n" : ",-1\n");
  DataSet set{.name = "small", .table = parse_table(text, "small.csv"), .data = {}};
  set.data = encode_training_table(set.table).data;
  return set;
}

TEST(Folds, HaveTheirShareOfEachClass) {
  const DataSet set = small_set();
  const std::vector<std::size_t> fold_of_row = deal_folds(set.data, 5, 1);
  std::vector<int> positive(5, 0);
  std::vector<int> rows(5, 0);
  for (std::size_t row = 0; row < 30; ++row) {
    ++rows.at(fold_of_row[row]);
    positive.at(fold_of_row[row]) += set.data.responses.value[row] > 0 ? 1 : 0;
  }
  EXPECT_EQ(rows, std::vector<int>(5, 6));
  EXPECT_EQ(positive, std::vector<int>(5, 2));
  EXPECT_EQ(fold_of_row, deal_folds(set.data, 5, 1));
  EXPECT_NE(fold_of_row, deal_folds(set.data, 5, 2));
}

TEST(Folds, ThatAreLeftOutHaveTheScaleOfTheRowsLearnedFrom) {
  const DataSet set = small_set();
  std::vector<std::size_t> fold_of_row(30, 0);
  fold_of_row[29] = 1;
  const FoldData data = leave_out(set, fold_of_row, 1);
  ASSERT_EQ(data.training->rows, 29U);
  ASSERT_EQ(data.test->rows, 1U);
  double sum = 0;
  double squares = 0;
  for (int i = 0; i < 29; ++i) sum += i * i;
  for (int i = 0; i < 29; ++i) squares += std::pow(i * i - sum / 29, 2);
  EXPECT_NEAR(data.test->inputs[0], (29 * 29 - sum / 29) / std::sqrt(squares / 28), 1e-12);
  EXPECT_EQ(data.test->responses.value[0], 0);
}

/// Two folds of two rows: the exact posterior errs once, the other method in every row of the second fold.
ValidatedSet two_folds() {
  return {.name = "two",
          .classes = {1, 0, 1, 0},
          .fold_of_row = {0, 0, 1, 1},
          .folds = 2,
          .methods = {{"exact posterior", {0.9, 0.8, 0.7, 0.1}}, {"other", {0.9, 0.2, 0.3, 0.6}}},
          .commits = "abc",
          .effort = {}};
}

TEST(ValidatedScores, AreThoseOfAllRowsWithErrorsFromLeavingFoldsOut) {
  const ValidatedSet set = two_folds();
  const Metric& error = kMetrics[0];
  const MethodScore exact = score_of(set, set.methods[0], error);
  EXPECT_DOUBLE_EQ(exact.value, 0.25);
  EXPECT_DOUBLE_EQ(exact.error, std::sqrt(0.5 * (0.25 * 0.25 + 0.25 * 0.25)));  // without a fold: 0 and 1/2
  EXPECT_DOUBLE_EQ(exact.above_exact, 0);
  EXPECT_DOUBLE_EQ(exact.above_exact_error, 0);
  const MethodScore other = score_of(set, set.methods[1], error);
  EXPECT_DOUBLE_EQ(other.value, 0.5);
  EXPECT_DOUBLE_EQ(other.above_exact, 0.25);
  EXPECT_DOUBLE_EQ(other.above_exact_error, 0.75);  // differences without a fold: 1 - 0 and 0 - 1/2
}

TEST(FoldLines, TellHowTheFitsWentAndWhatAllTook) {
  ValidatedSet set = two_folds();
  set.methods[0].fits = {{"emulator", 0, 120.4, 1.0204}, {"emulator", 0, 340, 1.001}};
  set.effort = Effort{2.26 * 3600, 69.6};
  EXPECT_EQ(fold_lines({set}),
            (std::vector<std::string>{"two, exact posterior: effective draws 120 to 340, R-hat at most 1.020",
                                      "two: 2.3 hours of processor time, 70 s for the longest part"}));
  set.effort.reset();
  set.methods[0].fits = {{"metropolis", 3, std::nullopt, std::nullopt}};
  EXPECT_EQ(fold_lines({set}),
            std::vector<std::string>{
                "two, exact posterior: chains that did not move in 1 of 1 fold; random walks, because the emulator was "
                "not good enough, in 1 of 1 fold; the numbers broke down at 3 proposals, which were rejected; 1 fold "
                "of an older program does not tell"});
}

TEST(FoldLines, TellTheRangeOfOptima) {
  ValidatedSet set = two_folds();
  EXPECT_TRUE(fold_lines({set}).empty());
  set.methods[1].optima = {{12, 1.5, true}, {4e5, 2.5, false}, {40, 2, true}};
  const std::vector<std::string> lines = fold_lines({set});
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_EQ(lines[0],
            "two, other: variance 12 to 400000, median 40, length-scale 1.5 to 2.5, median 2.0; 1 climb had "
            "not ended");
}

TEST(ScikitLearnsTable, IsReadWithItsVersionWhereTheFoldsAreTheSame) {
  const ScratchFolder folder;
  Request request;
  request.out = folder / ".";
  const ValidatedSet set = two_folds();
  EXPECT_TRUE(read_sklearn(request, set).empty());
  std::filesystem::create_directory(folder / "predictions-sklearn");
  const std::string path = folder / "predictions-sklearn/two.csv";
  put_bytes(path, "row,fold,forest,seed,version\n1,0,0.9,1,1.2.1\n2,0,0.5,1,1.2.1\n3,1,1,1,1.2.1\n4,1,0,1,1.2.1\n");
  const std::vector<ValidatedMethod> methods = read_sklearn(request, set);
  ASSERT_EQ(methods.size(), 1U);
  EXPECT_EQ(methods[0].method, "forest");
  EXPECT_EQ(methods[0].probabilities, (std::vector<double>{0.9, 0.5, 1, 0}));
  EXPECT_EQ(methods[0].program, "scikit-learn 1.2.1");

  ValidatedSet with_forest = set;
  with_forest.methods.push_back(methods[0]);
  const std::string csv = predictions_csv({with_forest}, Source(request, "abc, def", "2 folds"));
  EXPECT_NE(csv.find("two,exact posterior,error,0.250000,0.250000,0.000000,0.000000,1,\"abc\",\"2 folds\"\n"),
            std::string::npos)
      << csv;
  EXPECT_NE(csv.find(",1,\"scikit-learn 1.2.1\",\"2 folds\"\n"), std::string::npos) << csv;

  put_bytes(path, "row,fold,forest\n1,0,0.9\n2,1,0.5\n3,1,1\n4,1,0\n");
  EXPECT_THROW(read_sklearn(request, set), InputError);
}

}  // namespace
}  // namespace lehr::reproduce

#include <lehr/report/response.hpp>

#include <gtest/gtest.h>

namespace lehr::report {
namespace {

/// A number with many values, then a column of three categories, standardised as tables are.
RunInfo run_with_categories() {
  RunInfo info;
  info.encoding.features = {{"size", "size", 0, {}, 10, 2},
                            {"colour=blue", "colour", 1, "blue", 0.25, 0.5},
                            {"colour=green", "colour", 1, "green", 0.5, 0.5},
                            {"colour=red", "colour", 1, "red", 0.25, 0.5}};
  info.data.rows = 20;
  info.data.features = 4;
  info.data.feature_names = {"size", "colour=blue", "colour=green", "colour=red"};
  for (int row = 0; row < 20; ++row) info.data.inputs.push_back(row);
  const std::vector<int> colour = {0, 1, 1, 2};
  for (int k = 0; k < 3; ++k) {
    const double mean = k == 1 ? 0.5 : 0.25;
    for (std::size_t row = 0; row < 20; ++row)
      info.data.inputs.push_back(((colour[row % 4] == k ? 1 : 0) - mean) / 0.5);
  }
  return info;
}

TEST(Responses, VaryOneColumnFromATypicalRow) {
  const ResponsePlan plan = plan_responses(run_with_categories());
  ASSERT_EQ(plan.responses.size(), 2U);
  const Response& size = plan.responses[0];
  EXPECT_EQ(size.column, "size");
  EXPECT_EQ(size.values.size(), 40U);
  EXPECT_DOUBLE_EQ(size.values.front(), 10);  // in the table's units
  EXPECT_DOUBLE_EQ(size.values.back(), 48);
  EXPECT_DOUBLE_EQ(plan.rows.feature(2)[0], 1);     // green, the commonest
  EXPECT_DOUBLE_EQ(plan.rows.feature(1)[0], -0.5);  // so not blue
}

TEST(Responses, OfACategoricalColumnAreItsCategories) {
  const ResponsePlan plan = plan_responses(run_with_categories());
  const Response& colour = plan.responses[1];
  EXPECT_EQ(colour.column, "colour");
  EXPECT_EQ(colour.categories, (std::vector<std::string>{"blue", "green", "red"}));
  ASSERT_EQ(plan.rows.rows, 43U);
  const std::size_t red = colour.first_row + 2;
  EXPECT_DOUBLE_EQ(plan.rows.feature(0)[red], 9.5);  // the median
  EXPECT_DOUBLE_EQ(plan.rows.feature(1)[red], -0.5);
  EXPECT_DOUBLE_EQ(plan.rows.feature(2)[red], -1);
  EXPECT_DOUBLE_EQ(plan.rows.feature(3)[red], 1.5);
}

TEST(Responses, OfFewValuesAreThoseValues) {
  RunInfo info = run_with_categories();
  for (std::size_t row = 0; row < 20; ++row) info.data.inputs[row] = static_cast<double>(row % 3);
  EXPECT_EQ(plan_responses(info).responses[0].values, (std::vector<double>{10, 12, 14}));
}

}  // namespace
}  // namespace lehr::report

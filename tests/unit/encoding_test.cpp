#include <lehr/data/encoding.hpp>

#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <unit/input_error.hpp>

namespace lehr {
namespace {

using Names = std::vector<std::string>;
using Numbers = std::vector<double>;

EncodedTable encode(std::string_view text, const EncodingOptions& options = {}) {
  return encode_training_table(parse_table(text, "t.csv", {.label = options.label}), options);
}

TEST(Encoding, MakesNumbersFeatureByFeature) {
  const EncodedTable result = encode("a,b,label\n1,2,-1\n3,4.5,1\n5,-6e1,1\n", {.standardize = false});
  EXPECT_EQ(result.data.rows, 3U);
  EXPECT_EQ(result.data.features, 2U);
  EXPECT_EQ(result.data.inputs, (Numbers{1, 3, 5, 2, 4.5, -60}));
  EXPECT_EQ(result.data.responses.value, (Numbers{0, 1, 1}));
  EXPECT_EQ(result.data.feature_names, (Names{"a", "b"}));
  EXPECT_TRUE(result.warnings.empty());
}

TEST(Encoding, StandardisesWithTheSampleStandardDeviation) {
  const EncodedTable result = encode("a,label\n1,0\n2,1\n3,0\n");
  EXPECT_EQ(result.data.inputs, (Numbers{-1, 0, 1}));
  EXPECT_EQ(result.encoding.features[0].mean, 2);
  EXPECT_EQ(result.encoding.features[0].scale, 1);
}

TEST(Encoding, TakesTheColumnNamedLabelElseTheLast) {
  EXPECT_EQ(encode("label,a\nx,1\ny,2\n").encoding.label_column, "label");
  EXPECT_EQ(encode("a,b\n1,x\n2,y\n").encoding.label_column, "b");
  EXPECT_EQ(encode("a,b,c\n1,x,2\n2,y,1\n", {.label = "b"}).data.feature_names, (Names{"a", "c"}));
}

TEST(Encoding, TakesALabelColumnByNumberWithoutAHeader) {
  const EncodedTable result = encode("yes,1,2\nno,3,5\n", {.label = "1"});
  EXPECT_EQ(result.encoding.label_position, 0U);
  EXPECT_EQ(result.data.feature_names, (Names{"x2", "x3"}));
  EXPECT_EQ(result.data.responses.value, (Numbers{1, 0}));
}

TEST(Encoding, ComparesNumericLabelsAsNumbers) {
  const EncodedTable result = encode("a,label\n1,1\n2,+1\n3,1.0\n4,-1\n5,-1e0\n");
  EXPECT_EQ(result.data.responses.value, (Numbers{1, 1, 1, 0, 0}));
  EXPECT_EQ(result.encoding.positive, "1");
  EXPECT_EQ(result.encoding.negative, "-1");
}

TEST(Encoding, TakesTheLargerNumberElseTheLastTextForPositive) {
  EXPECT_EQ(encode("a,label\n1,10\n2,9\n").encoding.positive, "10");
  EXPECT_EQ(encode("a,label\n1,sick\n2,healthy\n").encoding.positive, "sick");
  EXPECT_EQ(encode("a,label\n1,x\n2,7\n").encoding.positive, "x");
}

TEST(Encoding, ObeysThePositiveOptionWithNumericEquality) {
  EXPECT_EQ(encode("a,label\n1,0\n2,1\n", {.positive = "0.0"}).data.responses.value, (Numbers{1, 0}));
  EXPECT_EQ(encode("a,label\n1,sick\n2,well\n", {.positive = "sick"}).encoding.negative, "well");
}

TEST(Encoding, NotesWhatWasChosenByDefault) {
  EXPECT_EQ(encode("a,label\n1,0\n2,1\n").notes,
            (Names{"label column 'label', positive class '1' (the other is '0')"}));
  EXPECT_EQ(encode("a,y\n1,0\n2,1\n", {.positive = "1"}).notes, (Names{"label column 'y' (the last one)"}));
  EXPECT_EQ(encode("a,y\n1,0\n2,1\n", {.label = "y", .positive = "1"}).notes, Names{});
  EXPECT_EQ(encode("1,0\n2,1\n").notes,
            (Names{"no header found: columns are named x1 to x2",
                   "label column 2 (the last one), positive class '1' (the other is '0')"}));
}

TEST(Encoding, LeavesConstantColumnsOutWithAWarning) {
  const EncodedTable result = encode("a,b,c,label\n1,7,0,0\n2,7.0,0,1\n");
  EXPECT_EQ(result.data.feature_names, (Names{"a"}));
  EXPECT_EQ(result.warnings, (Names{"t.csv: left out, because constant: columns 'b' and 'c'"}));
}

TEST(Encoding, TakesRoundingNoiseForConstantOnlyWhenStandardising) {
  const char* text = "a,b,label\n1,0.3,0\n2,0.30000000000000004,1\n";
  EXPECT_EQ(encode(text).data.feature_names, (Names{"a"}));
  EXPECT_EQ(encode(text, {.standardize = false}).data.feature_names, (Names{"a", "b"}));
}

TEST(Encoding, MakesOneFeaturePerCategoryInSortedOrder) {
  const EncodedTable result = encode("c,label\nred,0\nblue,1\nred,1\n", {.categorical = {"c"}, .standardize = false});
  EXPECT_EQ(result.data.feature_names, (Names{"c=blue", "c=red"}));
  EXPECT_EQ(result.data.inputs, (Numbers{0, 1, 0, 1, 0, 1}));
}

TEST(Encoding, StandardisesCategoriesLikeNumbers) {
  const EncodedTable result = encode("c,label\nu,0\nv,1\n", {.categorical = {"c"}});
  EXPECT_DOUBLE_EQ(result.encoding.features[0].mean, 0.5);
  EXPECT_DOUBLE_EQ(result.encoding.features[0].scale, std::sqrt(0.5));
  EXPECT_DOUBLE_EQ(result.data.inputs[0], std::sqrt(0.5));
}

TEST(Encoding, WarnsOfCategoriesThatAreNearlyAsManyAsTheRows) {
  std::string text = "day,group,label\n";
  for (int row = 0; row < 20; ++row) {
    text += "d" + std::to_string(row % 11) + ",g" + std::to_string(row % 10) + "," + std::to_string(row % 2) + "\n";
  }
  EXPECT_EQ(encode(text, {.categorical = {"day", "group"}}).warnings,
            (Names{"t.csv, lines 2 to 21, column 1 (day): 11 different categories in 20 rows; remove the column if it "
                   "holds names or "
                   "dates"}));
}

TEST(Encoding, SortsNumericCategoriesByNumber) {
  const EncodedTable result = encode("c,label\n10,0\n9,1\n9.0,1\n", {.categorical = {"c"}});
  EXPECT_EQ(result.data.feature_names, (Names{"c=9", "c=10"}));
}

TEST(Encoding, KeepsHugeNumbersFinite) {
  const EncodedTable result = encode("a,label\n1e300,0\n-1e300,1\n");
  EXPECT_DOUBLE_EQ(result.data.inputs[0], std::sqrt(0.5));
  EXPECT_DOUBLE_EQ(result.data.inputs[1], -std::sqrt(0.5));
}

}  // namespace
}  // namespace lehr

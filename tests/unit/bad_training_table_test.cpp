#include <string>

#include <gtest/gtest.h>

#include <lehr/data/encoding.hpp>
#include <unit/input_error.hpp>

// One test per kind of bad training table: the whole sentence that the user sees.
namespace lehr {
namespace {

std::string refusal(std::string_view text, const EncodingOptions& options = {}) {
  return input_error([&] { encode_training_table(parse_table(text, "t.csv", {.label = options.label}), options); });
}

TEST(BadTrainingTable, TextInAFeature) {
  EXPECT_EQ(refusal("a,b,label\n1,2,0\n1,red,1\n"),
            "t.csv, line 3, column 2 (b): 'red' is not a number; if the column holds categories, say --categorical "
            "'b', else remove it");
}

TEST(BadTrainingTable, TextInAFeatureWithoutAHeader) {
  const Table table = parse_table("a,b\n1,0\n2,1\n", "t.csv", {.header = false});
  EXPECT_EQ(
      input_error([&] { encode_training_table(table, {.label = "1"}); }),
      "t.csv, line 3, column 1: more than two labels, where there must be two: 'a', '1', '2'; another label column "
      "is chosen with --label");
  EXPECT_EQ(refusal("1,0\nz,1\n"),
            "t.csv, line 2, column 1: 'z' is not a number; if the column holds categories, say --categorical 1, else "
            "remove it");
}

TEST(BadTrainingTable, AHeaderTakenForARow) {
  const Table table = parse_table("a,0\n1,0\n2,1\n", "t.csv", {.header = false});
  EXPECT_EQ(
      input_error([&] { encode_training_table(table); }),
      "t.csv, line 1, column 1: 'a' is not a number; if the column holds categories, say --categorical 1, else remove "
      "it; if this line is a header, say --header yes");
}

TEST(BadTrainingTable, AMissingValue) {
  EXPECT_EQ(refusal("a,label\n1,0\nNA,1\n"),
            "t.csv, line 3, column 1 (a): a value is missing (the field is 'NA'); fill it in or remove the row");
  EXPECT_EQ(refusal("a,label\n,0\n2,1\n"),
            "t.csv, line 2, column 1 (a): a value is missing (the field is empty); fill it in or remove the row");
  EXPECT_EQ(refusal("nan,0\n2,1\n"),
            "t.csv, line 1, column 1: a value is missing (the field is 'nan'); fill it in or remove the row");
}

TEST(BadTrainingTable, AMissingLabelOrCategory) {
  EXPECT_EQ(refusal("a,label\n1,0\n2,?\n"),
            "t.csv, line 3, column 2 (label): a value is missing (the field is '?'); fill it in or remove the row");
  EXPECT_EQ(refusal("a,label\nu,0\n\"\",1\n", {.categorical = {"a"}}),
            "t.csv, line 3, column 1 (a): a value is missing (the field is empty); fill it in or remove the row");
}

TEST(BadTrainingTable, NumbersThatAreNotFinite) {
  EXPECT_EQ(refusal("a,label\n1,0\n-inf,1\n"), "t.csv, line 3, column 1 (a): '-inf' is not a finite number");
  EXPECT_EQ(refusal("a,label\n1,0\n1e400,1\n"),
            "t.csv, line 3, column 1 (a): '1e400' is too large a number (the largest is 1.8e308)");
}

TEST(BadTrainingTable, NumbersInAnotherNotation) {
  EXPECT_EQ(refusal("a,label\n1,0\n0x1F,1\n"),
            "t.csv, line 3, column 1 (a): '0x1F' is a hexadecimal number; write it as a decimal one");
  EXPECT_EQ(refusal("1,5;0\n2,5;1\n"),
            "t.csv, line 1, column 1: '1,5' has a comma; write numbers with a decimal point, as in 1.5");
}

TEST(BadTrainingTable, OneClassOnly) {
  EXPECT_EQ(refusal("a,label\n1,+1\n2,1\n3,1.0\n"),
            "t.csv, lines 2 to 4, column 2 (label): every label is '+1'; classification needs two classes");
}

TEST(BadTrainingTable, MoreThanTwoLabels) {
  EXPECT_EQ(refusal("a,label\n1,u\n2,v\n3,u\n4,w\n"),
            "t.csv, line 5, column 2 (label): more than two labels, where there must be two: 'u', 'v', 'w'; another "
            "label column is chosen with --label");
  EXPECT_NE(refusal("a,y\n1,1\n1,2\n1,3\n1,4\n1,5\n1,6\n1,7\n").find("'1', '2', '3', '4', '5', …;"), std::string::npos);
}

TEST(BadTrainingTable, APositiveLabelThatDoesNotOccur) {
  EXPECT_EQ(refusal("a,label\n1,sick\n2,well\n", {.positive = "ill"}),
            "t.csv, lines 2 to 3, column 2 (label): no label is 'ill' (--positive); the labels are 'sick' and 'well'");
}

TEST(BadTrainingTable, ALabelColumnThatDoesNotExist) {
  EXPECT_EQ(refusal("a,b\n1,0\n2,1\n", {.label = "y"}),
            "t.csv: there is no column 'y' (--label); the columns are 'a' and 'b'");
  EXPECT_EQ(refusal("1,0\n2,1\n", {.label = "3"}),
            "t.csv: there is no column '3' (--label); the table has no header: name a column by its number, 1 to 2");
}

TEST(BadTrainingTable, ACategoricalColumnThatDoesNotExist) {
  EXPECT_EQ(refusal("a,b\n1,0\n2,1\n", {.categorical = {"colour"}}),
            "t.csv: there is no column 'colour' (--categorical); the columns are 'a' and 'b'");
}

TEST(BadTrainingTable, ALabelDeclaredCategorical) {
  EXPECT_EQ(refusal("a,b\n1,0\n2,1\n", {.categorical = {"b"}}),
            "t.csv, lines 2 to 3, column 2 (b): this is the label column; it cannot be --categorical too");
}

TEST(BadTrainingTable, ACategoryPerRow) {
  std::string text = "a,label\n";
  for (int i = 0; i < 1100; ++i) text += "name" + std::to_string(i) + "," + std::to_string(i % 2) + "\n";
  EXPECT_EQ(
      refusal(text, {.categorical = {"a"}}),
      "t.csv, line 1002, column 1 (a): more than 1000 different categories; is this a column of names? Remove it");
}

TEST(BadTrainingTable, NoFeatureColumn) {
  EXPECT_EQ(refusal("label\n1\n0\n"),
            "t.csv: the table has one column only, so no feature beside the label (columns are separated by commas, "
            "semicolons or tabs)");
}

TEST(BadTrainingTable, OnlyConstantColumns) {
  EXPECT_EQ(refusal("a,c,label\n1,u,0\n1,u,1\n", {.categorical = {"c"}}),
            "t.csv: no column beside the label varies ('a' and 'c'), so there is nothing to learn from");
}

TEST(BadTrainingTable, NumbersTooLargeToStandardise) {
  EXPECT_EQ(refusal("a,label\n1.7e308,0\n-1.7e308,1\n"),
            "t.csv, lines 2 to 3, column 1 (a): the numbers are too large to be standardised; rescale them");
}

TEST(BadTrainingTable, LongAndUnprintableTextIsShownShortAndEscaped) {
  const std::string message = refusal("a,label\n1,0\n\x1B[2J" + std::string(100, 'z') + ",1\n");
  EXPECT_NE(message.find("'\\x1B[2J" + std::string(36, 'z') + "…'"), std::string::npos) << message;
}

}  // namespace
}  // namespace lehr

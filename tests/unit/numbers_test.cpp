#include <functional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <lehr/data/numbers.hpp>
#include <unit/input_error.hpp>

namespace lehr {
namespace {

// Three rows, three columns, row by row; the second column is constant.
const std::vector<double> kNumbers = {1, 7, -1, 2, 7, 0, 3, 7, 4};

void expect_input_error(const std::function<void()>& action, const std::string& part) {
  const std::string message = input_error(action);
  EXPECT_NE(message.find(part), std::string::npos) << message;
}

TrainingNumbers example() {
  return {.inputs = {kNumbers.data(), 3, 3, 3, 1}, .classes = {0, 1, 1}, .columns = {"a", "b", "c"}};
}

TEST(Numbers, AreStandardisedColumnByColumn) {
  const EncodedTable table = encode_training_numbers(example());
  EXPECT_EQ(table.data.rows, 3U);
  EXPECT_EQ(table.data.features, 2U);
  EXPECT_EQ(table.data.feature_names, (std::vector<std::string>{"a", "c"}));
  EXPECT_EQ(std::vector<double>(table.data.inputs.begin(), table.data.inputs.begin() + 3),
            (std::vector<double>{-1, 0, 1}));
  EXPECT_EQ(table.data.responses.value, (std::vector<double>{0, 1, 1}));
  EXPECT_EQ(table.warnings, (std::vector<std::string>{"left out, because constant: column 'b'"}));
}

TEST(Numbers, AreReadInTheOrderOfTheirMemory) {
  TrainingNumbers turned = example();
  turned.inputs = {kNumbers.data(), 3, 3, 1, 3};
  turned.standardize = false;
  EXPECT_EQ(encode_training_numbers(turned).data.inputs, (std::vector<double>{1, 7, -1, 2, 7, 0, 3, 7, 4}));
}

TEST(Numbers, ALaterRowIsScaledAsTheTrainingRowsWere) {
  const EncodedTable table = encode_training_numbers(example());
  const std::vector<double> later = {4, 100, -1};
  const Dataset data = apply_encoding(table.encoding, NumberView{later.data(), 1, 3, 3, 1});
  ASSERT_EQ(data.inputs.size(), 2U);
  EXPECT_EQ(data.inputs[0], 2);
  EXPECT_EQ(data.inputs[1], table.data.feature(1)[0]);
}

TEST(Numbers, TheLabelColumnOfATrainingTableIsSkipped) {
  Encoding encoding = encode_training_numbers(example()).encoding;
  encoding.label_position = 1;  // as if a table had been: a, label, b, c
  encoding.features[1].position = 3;
  const std::vector<double> later = {2, 100, 1};
  const Dataset data = apply_encoding(encoding, NumberView{later.data(), 1, 3, 3, 1});
  EXPECT_EQ(data.inputs[0], 0);
  EXPECT_EQ(data.inputs[1], 0);
}

TEST(Numbers, WhatCannotBeUsedIsRefusedInWords) {
  TrainingNumbers numbers = example();
  numbers.classes[0] = -1;
  expect_input_error([&] { encode_training_numbers(numbers); }, "a class is neither 0 nor 1");
  numbers = example();
  numbers.classes.pop_back();
  expect_input_error([&] { encode_training_numbers(numbers); }, "there is not one label for each row");
  numbers = example();
  numbers.inputs.columns = 2;
  numbers.inputs.first = kNumbers.data() + 1;
  numbers.columns = {"b", "c"};
  const EncodedTable table = encode_training_numbers(numbers);
  const std::vector<double> later = {1e308, 1e308};
  expect_input_error(
      [&] {
        apply_encoding(table.encoding, NumberView{later.data(), 1, 1, 1, 1});
      },
      "the rows have 1 columns, but the model was trained on 2");
  Encoding with_text = table.encoding;
  with_text.features[0].category = "red";
  expect_input_error(
      [&] {
        apply_encoding(with_text, NumberView{later.data(), 1, 2, 2, 1});
      },
      "column 'c' holds categories, which are text");
}

TEST(Numbers, ANumberThatIsTooFarOutIsRefusedWithItsPlace) {
  const std::vector<double> close = {0, 1e-300, 2e-300};
  const EncodedTable table =
      encode_training_numbers({.inputs = {close.data(), 3, 1, 1, 1}, .classes = {0, 1, 1}, .columns = {"tiny"}});
  const std::vector<double> later = {1e-300, 1e300};
  expect_input_error(
      [&] {
        apply_encoding(table.encoding, NumberView{later.data(), 2, 1, 1, 1});
      },
      "row 2, column 'tiny'");
}

TEST(Numbers, WithoutAColumnThatVariesThereIsNothingToLearn) {
  const std::vector<double> same = {5, 5, 5};
  expect_input_error(
      [&] {
        encode_training_numbers({.inputs = {same.data(), 3, 1, 1, 1}, .classes = {0, 1, 1}, .columns = {"same"}});
      },
      "no column varies ('same')");
}

}  // namespace
}  // namespace lehr

#include <lehr/data/numbers.hpp>

#include <cmath>
#include <optional>
#include <span>
#include <utility>

#include <lehr/base/errors.hpp>
#include <lehr/data/printable.hpp>
#include <lehr/data/standardization.hpp>

namespace lehr {
namespace {

std::vector<double> read_column(const NumberView& inputs, std::size_t column) {
  std::vector<double> values(inputs.rows);
  for (std::size_t row = 0; row < inputs.rows; ++row) values[row] = inputs(row, column);
  return values;
}

void check_shape(const TrainingNumbers& numbers) {
  if (numbers.inputs.rows == 0 || numbers.inputs.columns == 0) throw InputError("the table of inputs is empty");
  if (numbers.classes.size() != numbers.inputs.rows) throw InputError("there is not one label for each row");
  if (numbers.columns.size() != numbers.inputs.columns) throw InputError("there is not one name for each column");
  for (const double value : numbers.classes) {
    if (value != 0 && value != 1) throw InputError("a class is neither 0 nor 1");
  }
}

/// Empty for a column that is left out because it is constant.
std::optional<Standardization> learn_scale(std::span<const double> values, bool standardize) {
  if (standardize) return learn_standardization(values);
  if (is_constant(values)) return std::nullopt;
  return Standardization{};
}

/// Standardised values go to the end of `inputs`.
void append_column(const FeatureEncoding& feature, std::span<const double> values, std::vector<double>& inputs) {
  const Standardization standardize{feature.mean, feature.scale};
  for (std::size_t row = 0; row < values.size(); ++row) {
    inputs.push_back(standardize(values[row]));
    if (std::isfinite(inputs.back())) continue;
    throw InputError("row " + std::to_string(row + 1) + ", column " + quoted(feature.column) +
                     ": the number is not finite, or too far from the training table's values to be standardised");
  }
}

}  // namespace

EncodedTable encode_training_numbers(const TrainingNumbers& numbers) {
  check_shape(numbers);
  EncodedTable result;
  Encoding& encoding = result.encoding;
  encoding.label_column = numbers.label_column;
  encoding.label_position = numbers.inputs.columns;
  encoding.columns = numbers.inputs.columns + 1;
  encoding.negative = numbers.negative;
  encoding.positive = numbers.positive;
  encoding.has_header = numbers.has_names;
  encoding.standardized = numbers.standardize;
  result.data.rows = numbers.inputs.rows;
  result.data.responses = {ResponseKind::two_classes, numbers.classes};
  result.data.inputs.reserve(numbers.inputs.rows * numbers.inputs.columns);
  std::vector<std::string> constant;
  for (std::size_t column = 0; column < numbers.inputs.columns; ++column) {
    const std::string& name = numbers.columns[column];
    const std::vector<double> values = read_column(numbers.inputs, column);
    const std::optional<Standardization> scale = learn_scale(values, numbers.standardize);
    if (!scale) {
      constant.push_back(name);
      continue;
    }
    if (!std::isfinite(scale->scale)) {
      throw InputError("column " + quoted(name) + ": the numbers are too large to be standardised; rescale them");
    }
    encoding.features.push_back(
        {.name = name, .column = name, .position = column, .mean = scale->mean, .scale = scale->scale});
    append_column(encoding.features.back(), values, result.data.inputs);
    result.data.feature_names.push_back(name);
    ++result.data.features;
  }
  if (result.data.features == 0) {
    throw InputError("no column varies (" + quoted_list(constant) + "), so there is nothing to learn from");
  }
  if (!constant.empty()) {
    result.warnings.push_back(std::string("left out, because constant: column") + (constant.size() == 1 ? " " : "s ") +
                              quoted_list(constant));
  }
  return result;
}

Dataset apply_encoding(const Encoding& encoding, const NumberView& inputs) {
  if (inputs.columns + 1 != encoding.columns) {
    throw InputError("the rows have " + std::to_string(inputs.columns) + " columns, but the model was trained on " +
                     std::to_string(encoding.columns - 1));
  }
  Dataset data;
  data.rows = inputs.rows;
  data.features = encoding.features.size();
  data.inputs.reserve(data.rows * data.features);
  for (const FeatureEncoding& feature : encoding.features) {
    if (feature.category) {
      throw InputError("column " + quoted(feature.column) +
                       " holds categories, which are text: predict this run from a table, by the program");
    }
    const std::size_t column = feature.position - (feature.position > encoding.label_position ? 1 : 0);
    append_column(feature, read_column(inputs, column), data.inputs);
    data.feature_names.push_back(feature.name);
  }
  return data;
}

}  // namespace lehr

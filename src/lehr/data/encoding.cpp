#include <lehr/data/encoding.hpp>

#include <cmath>
#include <span>
#include <utility>

#include <lehr/base/errors.hpp>
#include <lehr/data/columns.hpp>
#include <lehr/data/label_column.hpp>
#include <lehr/data/printable.hpp>
#include <lehr/data/standardization.hpp>

namespace lehr {
namespace {

// Each category is a feature of n numbers: a column of names or ids would fill the memory and teach nothing.
constexpr std::size_t kMostCategories = 1000;
constexpr std::size_t kFewCategories = 10;  // so many may be as many as the rows

class TrainingEncoder {
 public:
  TrainingEncoder(const Table& table, const EncodingOptions& options) : table_(table), options_(options) {}

  EncodedTable encode() {
    const std::size_t label = take_labels();
    const std::vector<bool> categorical = categorical_columns(label);
    result_.data.inputs.reserve(table_.rows() * (table_.columns.size() - 1));
    for (std::size_t column = 0; column < table_.columns.size(); ++column) {
      if (column == label) continue;
      if (categorical[column]) {
        add_categories(column);
      } else {
        add_numbers(column);
      }
    }
    finish();
    return std::move(result_);
  }

 private:
  std::size_t take_labels() {
    if (table_.columns.size() == 1) {
      throw InputError(table_.source + ": the table has one column only, so no feature beside the label" +
                       " (columns are separated by commas, semicolons or tabs)");
    }
    LabelColumn label = read_label_column(table_, options_);
    Encoding& encoding = result_.encoding;
    encoding.label_column = table_.columns[label.column];
    encoding.label_position = label.column;
    encoding.columns = table_.columns.size();
    encoding.negative = std::move(label.negative);
    encoding.positive = std::move(label.positive);
    encoding.has_header = table_.has_header;
    encoding.standardized = options_.standardize;
    result_.data.rows = table_.rows();
    result_.data.responses = std::move(label.responses);
    if (!table_.has_header) {
      result_.notes.push_back("no header found: columns are named x1 to " + table_.columns.back());
    }
    if (!label.note.empty()) result_.notes.push_back(std::move(label.note));
    return label.column;
  }

  std::vector<bool> categorical_columns(std::size_t label) const {
    std::vector<bool> categorical(table_.columns.size(), false);
    for (const std::string& name : options_.categorical) {
      const std::size_t column = require_column(table_, name, "--categorical");
      if (column == label) {
        throw InputError(table_.place(column) + ": this is the label column; it cannot be --categorical too");
      }
      categorical[column] = true;
    }
    return categorical;
  }

  void add_numbers(std::size_t column) {
    add_feature({.name = table_.columns[column], .column = table_.columns[column], .position = column},
                read_numbers(table_, column));
  }

  void add_categories(std::size_t column) {
    const CodedColumn coded = read_codes(table_, column, kMostCategories);
    const std::string& name = table_.columns[column];
    if (coded.values.size() > kMostCategories) {
      throw InputError(table_.place(coded.codes.size() - 1, column) + ": more than " + std::to_string(kMostCategories) +
                       " different categories; is this a column of names? Remove it");
    }
    if (coded.values.size() == 1) {
      constant_.push_back(name);
      return;
    }
    if (coded.values.size() > kFewCategories && 2 * coded.values.size() > table_.rows()) {
      result_.warnings.push_back(table_.place(column) + ": " + std::to_string(coded.values.size()) +
                                 " different categories in " + std::to_string(table_.rows()) +
                                 " rows; remove the column if it holds names or dates");
    }
    std::vector<double> is_value(table_.rows());
    for (const std::size_t code : coded.values.sorted()) {
      for (std::size_t row = 0; row < is_value.size(); ++row) is_value[row] = coded.codes[row] == code ? 1 : 0;
      const std::string& value = coded.values.texts()[code];
      add_feature({.name = name + "=" + value, .column = name, .position = column, .category = value}, is_value);
    }
  }

  void add_feature(FeatureEncoding feature, std::span<const double> values) {
    Standardization standardization;
    if (options_.standardize) {
      const std::optional<Standardization> learned = learn_standardization(values);
      if (!learned) {
        constant_.push_back(feature.name);
        return;
      }
      standardization = *learned;
      if (!std::isfinite(standardization.scale)) {
        throw InputError(table_.place(feature.position) +
                         ": the numbers are too large to be standardised; rescale them");
      }
    } else if (is_constant(values)) {
      constant_.push_back(feature.name);
      return;
    }
    feature.mean = standardization.mean;
    feature.scale = standardization.scale;
    Dataset& data = result_.data;
    for (const double value : values) data.inputs.push_back(standardization(value));
    data.feature_names.push_back(feature.name);
    ++data.features;
    result_.encoding.features.push_back(std::move(feature));
  }

  void finish() {
    if (result_.data.features == 0) {
      throw InputError(table_.source + ": no column beside the label varies (" + quoted_list(constant_) +
                       "), so there is nothing to learn from");
    }
    if (!constant_.empty()) {
      result_.warnings.push_back(table_.source + ": left out, because constant: column" +
                                 (constant_.size() == 1 ? " " : "s ") + quoted_list(constant_));
    }
  }

  const Table& table_;
  const EncodingOptions& options_;
  EncodedTable result_;
  std::vector<std::string> constant_;  // columns left out
};

}  // namespace

EncodedTable encode_training_table(const Table& table, const EncodingOptions& options) {
  return TrainingEncoder(table, options).encode();
}

}  // namespace lehr

#include <cmath>
#include <utility>

#include <lehr/base/errors.hpp>
#include <lehr/data/columns.hpp>
#include <lehr/data/encoding.hpp>
#include <lehr/data/match_columns.hpp>
#include <lehr/data/printable.hpp>
#include <lehr/data/standardization.hpp>

namespace lehr {
namespace {

Responses read_labels(const Encoding& encoding, const Table& table, std::size_t column) {
  ValueSet known;
  const std::size_t positive = known.insert(encoding.positive);
  known.insert(encoding.negative);
  Responses responses;
  responses.value.reserve(table.rows());
  for (const std::uint32_t code : read_known_codes(table, column, known, "label")) {
    responses.value.push_back(code == positive ? 1 : 0);
  }
  return responses;
}

class EncodingApplier {
 public:
  EncodingApplier(const Encoding& encoding, const Table& table, const ColumnMatch& match)
      : encoding_(encoding), table_(table), match_(match) {}

  std::vector<double> inputs() {
    inputs_.reserve(table_.rows() * encoding_.features.size());
    for (std::size_t i = 0; i < encoding_.features.size();) {
      if (encoding_.features[i].category) {
        i = add_categories(i);
      } else {
        add_numbers(i++);
      }
    }
    return std::move(inputs_);
  }

 private:
  void add_numbers(std::size_t index) {
    const FeatureEncoding& feature = encoding_.features[index];
    const std::size_t column = match_.features[index];
    const Standardization standardize{feature.mean, feature.scale};
    const std::vector<double> numbers = read_numbers(table_, column);
    for (std::size_t row = 0; row < numbers.size(); ++row) {
      inputs_.push_back(standardize(numbers[row]));
      if (std::isfinite(inputs_.back())) continue;
      throw InputError(table_.place(row, column) + ": " + quoted(table_.cell(row, column)) +
                       " is too far from the training table's values to be standardised");
    }
  }

  // The categories of one column stand together; returns the index of the first feature after them.
  std::size_t add_categories(std::size_t first) {
    ValueSet known;
    std::size_t end = first;
    while (end < encoding_.features.size() && encoding_.features[end].category &&
           encoding_.features[end].column == encoding_.features[first].column) {
      known.insert(*encoding_.features[end++].category);
    }
    const std::vector<std::uint32_t> codes = read_known_codes(table_, match_.features[first], known, "category");
    for (std::size_t i = first; i < end; ++i) {
      const Standardization standardize{encoding_.features[i].mean, encoding_.features[i].scale};
      const double absent = standardize(0);
      const double present = standardize(1);
      for (const std::uint32_t code : codes) inputs_.push_back(code == i - first ? present : absent);
    }
    return end;
  }

  const Encoding& encoding_;
  const Table& table_;
  const ColumnMatch& match_;
  std::vector<double> inputs_;
};

}  // namespace

AppliedTable apply_encoding(const Encoding& encoding, const Table& table, Labels labels) {
  ColumnMatch match = match_columns(encoding, table);
  AppliedTable result;
  result.data.rows = table.rows();
  result.data.features = encoding.features.size();
  for (const FeatureEncoding& feature : encoding.features) result.data.feature_names.push_back(feature.name);
  result.data.inputs = EncodingApplier(encoding, table, match).inputs();
  if (labels == Labels::require) {
    if (!match.label) {
      throw InputError(table.source + ": the label column " + quoted(encoding.label_column) + " is missing");
    }
    result.data.responses = read_labels(encoding, table, *match.label);
  }
  result.notes = std::move(match.notes);
  return result;
}

}  // namespace lehr

#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <lehr/data/encoding.hpp>

// The way from numbers that another program holds in memory to what a model sees: the same encoding as a table's.
namespace lehr {

/// Numbers in memory, seen and not copied: (row, column) is first[row * row_step + column * column_step].
struct NumberView {
  const double* first = nullptr;
  std::size_t rows = 0;
  std::size_t columns = 0;
  std::ptrdiff_t row_step = 0;  // in numbers, not in bytes
  std::ptrdiff_t column_step = 0;

  double operator()(std::size_t row, std::size_t column) const {
    return first[static_cast<std::ptrdiff_t>(row) * row_step + static_cast<std::ptrdiff_t>(column) * column_step];
  }
};

/// A training table whose label column comes last.
struct TrainingNumbers {
  NumberView inputs;
  std::vector<double> classes;       // 0 or 1, one per row
  std::vector<std::string> columns;  // names of the inputs
  bool has_names = false;            // whether the names are the user's
  std::string label_column = "label";
  std::string negative = "-1";  // the label text of class 0
  std::string positive = "1";   // the label text of class 1
  bool standardize = EncodingOptions{}.standardize;
};

/// Learns the encoding and applies it, as encode_training_table does. An InputError names the column.
EncodedTable encode_training_numbers(const TrainingNumbers& numbers);

/// Applies a learned encoding to rows with the training table's columns, the label left out. An InputError for another
/// number of columns, for a number that is too far out, and for an encoding with categories, which are text.
Dataset apply_encoding(const Encoding& encoding, const NumberView& inputs);

}  // namespace lehr

#pragma once

#include <string>
#include <utility>
#include <vector>

#include <bindings/arrays.hpp>
#include <lehr/api/tables.hpp>

namespace lehr::python {

/// What arrays do not say of themselves.
struct TableDescription {
  std::vector<std::string> columns;
  bool has_names = false;
  std::string label_column = "label";
  std::string negative = "-1";
  std::string positive = "1";
  bool standardize = EncodingOptions{}.standardize;
};

/// The inputs are read where numpy holds them, the classes (0 or 1) are copied: they are few.
inline EncodedTable encode(const Numbers& inputs, const Numbers& classes, const TableDescription& table) {
  return encode_training_numbers({.inputs = view_of(inputs),
                                  .classes = copy_of(classes),
                                  .columns = table.columns,
                                  .has_names = table.has_names,
                                  .label_column = table.label_column,
                                  .negative = table.negative,
                                  .positive = table.positive,
                                  .standardize = table.standardize});
}

}  // namespace lehr::python

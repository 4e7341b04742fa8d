#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <lehr/data/encoding.hpp>
#include <lehr/data/table.hpp>

namespace lehr {

/// The label column of a training table, as two classes.
struct LabelColumn {
  std::size_t column = 0;
  std::string negative;  // the text of class 0
  std::string positive;  // the text of class 1
  Responses responses;
  std::string note;  // what was chosen by default; empty if nothing was
};

/// Refuses one class only, more than two labels, and a positive label that does not occur.
LabelColumn read_label_column(const Table& table, const EncodingOptions& options);

}  // namespace lehr

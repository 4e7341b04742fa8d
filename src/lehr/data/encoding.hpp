#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include <lehr/data/dataset.hpp>
#include <lehr/data/table.hpp>

namespace lehr {

struct EncodingOptions {
  std::optional<std::string> label = {};     // column; default: "label", else the last one
  std::optional<std::string> positive = {};  // label value of +1; default: the larger number, else the last in sorted order
  std::vector<std::string> categorical = {};  // text columns to encode as one 0/1 feature per value
  bool standardize = true;                    // zero mean, unit sd (n - 1)
};

/// One feature of the model: which column it comes from and how its number is made.
struct FeatureEncoding {
  std::string name;                    // the column's name, or "column=value" for a category
  std::string column;                  // the column it is read from
  std::size_t position;                // of that column in the table it was learned from, from 0, for tables without a header
  std::optional<std::string> category;  // set: the feature is 1 where the cell is this text, else 0
  double mean;                         // subtracted; 0 without standardisation
  double scale;                        // then divided by; 1 without standardisation
};

/// How a table becomes a Dataset, learned from the training table once and reused for every later one.
struct Encoding {
  std::vector<FeatureEncoding> features;
  std::string label_column;
  std::string negative;  // the label text of -1
  std::string positive;  // the label text of +1
  bool has_header = false;
  bool standardized = true;
};

struct EncodedTable {
  Encoding encoding;
  Dataset data;
  std::vector<std::string> notes;     // what was chosen by default, for example "label column 'label', positive class '1'"
  std::vector<std::string> warnings;  // for example a constant column that was left out
};

/// Learns the encoding of a training table and applies it. An InputError names file, line and column.
EncodedTable encode_training_table(const Table& table, const EncodingOptions& options = {});

/// Applies a learned encoding to another table: columns are matched by name (by position without a header), further
/// columns are ignored with a note, a missing one is an InputError. Labels are read only where asked for.
struct AppliedTable {
  Dataset data;  // labels are empty unless asked for
  std::vector<std::string> notes;
};
enum class Labels { ignore, require };
AppliedTable apply_encoding(const Encoding& encoding, const Table& table, Labels labels);

}  // namespace lehr

#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <lehr/data/dataset.hpp>
#include <lehr/data/table.hpp>

namespace lehr {

/// How a training table is to become numbers.
struct EncodingOptions {
  std::optional<std::string> label = {};  // column, or its number without a header; default: "label", else the last
  std::optional<std::string> positive =
      {};  // label of class 1; default: the larger number, else the last in sorted order
  std::vector<std::string> categorical = {};  // columns to encode as one 0/1 feature per value
  bool standardize = true;                    // zero mean, unit sd (n - 1)

  bool operator==(const EncodingOptions&) const = default;
  static std::span<const Setting<EncodingOptions>> table();
};

struct Encoding;
/// What was asked for where this encoding was learned; what was chosen by default is named.
EncodingOptions options_of(const Encoding& encoding);

/// One feature of the model: which column it comes from and how its number is made.
struct FeatureEncoding {
  std::string name;                          // the column's name, or "column=value" for a category
  std::string column;                        // the column it is read from
  std::size_t position = 0;                  // of that column in the training table, from 0
  std::optional<std::string> category = {};  // set: the feature is 1 where the cell has this value, else 0
  double mean = 0;                           // subtracted; 0 without standardisation
  double scale = 1;                          // then divided by; 1 without standardisation
};

/// How a table becomes a Dataset, learned from the training table once and reused for every later one.
struct Encoding {
  std::vector<FeatureEncoding> features;  // in the order of the columns; the categories of one column stand together
  std::string label_column;
  std::size_t label_position = 0;  // of the label in the training table, from 0
  std::size_t columns = 0;         // of the training table, the label among them
  std::string negative;            // the label text of class 0
  std::string positive;            // the label text of class 1
  bool has_header = false;
  bool standardized = true;
};

struct EncodedTable {
  Encoding encoding;
  Dataset data;
  std::vector<std::string> notes;     // what was chosen by default, for example "label column 'y' (the last one)"
  std::vector<std::string> warnings;  // for example a constant column that was left out
};

/// Learns the encoding of a training table and applies it. An InputError names file, line and column.
EncodedTable encode_training_table(const Table& table, const EncodingOptions& options = {});

struct AppliedTable {
  Dataset data;  // without responses unless labels are asked for
  std::vector<std::string> notes;
};
enum class Labels { ignore, require };

/// Applies a learned encoding to another table. Columns are matched by name where both tables have a header, else by
/// position: then the table has the training table's columns in their order, with the label column or without it.
/// Further columns are ignored with a note, a missing one is an InputError. Labels are read only where asked for; they
/// may all be of one class, but an unknown one is refused, and so is a category that training has not seen.
AppliedTable apply_encoding(const Encoding& encoding, const Table& table, Labels labels);

}  // namespace lehr

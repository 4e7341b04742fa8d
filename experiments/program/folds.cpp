#include <experiments/program/folds.hpp>

#include <utility>

#include <lehr/data/encoding.hpp>
#include <lehr/random/distributions.hpp>

namespace lehr::reproduce {
namespace {

/// The rows of a table for which `wanted` holds.
template <class Wanted>
Table some_rows(const Table& table, const Wanted& wanted) {
  Table some{.source = table.source,
             .columns = table.columns,
             .has_header = table.has_header,
             .text = {},
             .starts = {0},
             .lines = {}};
  for (std::size_t row = 0; row < table.rows(); ++row) {
    if (!wanted(row)) continue;
    some.lines.push_back(table.lines[row]);
    for (std::size_t column = 0; column < table.columns.size(); ++column) {
      some.text += table.cell(row, column);
      some.starts.push_back(some.text.size());
    }
  }
  return some;
}

/// Fisher and Yates.
void shuffle(std::vector<std::size_t>& values, Stream& stream) {
  for (std::size_t left = values.size(); left > 1; --left) {
    const auto pick = static_cast<std::size_t>(draw_uniform(stream) * static_cast<double>(left));
    std::swap(values[left - 1], values[pick]);
  }
}

}  // namespace

std::vector<std::size_t> deal_folds(const Dataset& data, std::size_t folds, std::uint64_t seed) {
  Stream stream({.seed = seed, .purpose = Purpose::simulation});
  std::vector<std::size_t> fold_of_row(data.rows);
  std::size_t next = 0;
  for (const double of_class : {1.0, 0.0}) {
    std::vector<std::size_t> rows;
    for (std::size_t row = 0; row < data.rows; ++row) {
      if (data.responses.value[row] == of_class) rows.push_back(row);
    }
    shuffle(rows, stream);
    for (const std::size_t row : rows) fold_of_row[row] = next++ % folds;
  }
  return fold_of_row;
}

FoldData leave_out(const DataSet& set, const std::vector<std::size_t>& fold_of_row, std::size_t fold) {
  const Table training = some_rows(set.table, [&](std::size_t row) { return fold_of_row[row] != fold; });
  const Table test = some_rows(set.table, [&](std::size_t row) { return fold_of_row[row] == fold; });
  EncodedTable encoded = encode_training_table(training);
  AppliedTable applied = apply_encoding(encoded.encoding, test, Labels::require);
  return {std::make_shared<const Dataset>(std::move(encoded.data)),
          std::make_shared<const Dataset>(std::move(applied.data))};
}

std::string folds_csv(const Dataset& data, const std::vector<std::size_t>& fold_of_row, std::uint64_t seed) {
  std::string text = "row,fold,label,seed\n";
  for (std::size_t row = 0; row < data.rows; ++row) {
    text += std::to_string(row + 1) + "," + std::to_string(fold_of_row[row]) + "," +
            (data.responses.value[row] > 0 ? "1" : "-1") + "," + std::to_string(seed) + "\n";
  }
  return text;
}

}  // namespace lehr::reproduce

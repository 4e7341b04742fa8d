#include <lehr/data/folds.hpp>

#include <utility>

#include <lehr/random/distributions.hpp>

namespace lehr {
namespace {

Table without_rows(const Table& table) {
  return {.source = table.source,
          .columns = table.columns,
          .has_header = table.has_header,
          .text = {},
          .starts = {0},
          .lines = {}};
}

void add_row(Table& some, const Table& table, std::size_t row) {
  some.lines.push_back(table.lines[row]);
  for (std::size_t column = 0; column < table.columns.size(); ++column) {
    some.text += table.cell(row, column);
    some.starts.push_back(some.text.size());
  }
}

/// Fisher and Yates.
void shuffle(std::vector<std::size_t>& values, Stream& stream) {
  for (std::size_t left = values.size(); left > 1; --left) {
    std::swap(values[left - 1], values[draw_index(left, stream)]);
  }
}

}  // namespace

std::vector<std::size_t> deal_folds(const Responses& responses, std::size_t folds, std::uint64_t seed) {
  Stream stream({.seed = seed, .purpose = Purpose::simulation});
  std::vector<std::size_t> fold_of_row(responses.rows());
  std::size_t next = 0;
  for (const double of_class : {1.0, 0.0}) {
    std::vector<std::size_t> rows;
    for (std::size_t row = 0; row < responses.rows(); ++row) {
      if (responses.value[row] == of_class) rows.push_back(row);
    }
    shuffle(rows, stream);
    for (const std::size_t row : rows) fold_of_row[row] = next++ % folds;
  }
  return fold_of_row;
}

SplitTable split_table(const Table& table, const std::vector<std::size_t>& fold_of_row, std::size_t fold) {
  SplitTable split{without_rows(table), without_rows(table)};
  for (std::size_t row = 0; row < table.rows(); ++row) {
    add_row(fold_of_row[row] == fold ? split.inside : split.outside, table, row);
  }
  return split;
}

}  // namespace lehr

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <lehr/data/responses.hpp>
#include <lehr/data/table.hpp>

namespace lehr {

/// The fold of each row, from 0: rows of each class are dealt out in random order, so that every fold has its share. A
/// function of the responses, the number of folds and the seed. At most as many folds as rows.
std::vector<std::size_t> deal_folds(const Responses& responses, std::size_t folds, std::uint64_t seed);

/// The rows of a table that are in a fold, and the others, in their order.
struct SplitTable {
  Table inside;
  Table outside;
};
SplitTable split_table(const Table& table, const std::vector<std::size_t>& fold_of_row, std::size_t fold);

}  // namespace lehr

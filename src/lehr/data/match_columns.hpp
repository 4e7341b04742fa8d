#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include <lehr/data/encoding.hpp>
#include <lehr/data/table.hpp>

namespace lehr {

/// Where a table has what an encoding needs.
struct ColumnMatch {
  std::vector<std::size_t> features;  // the column of each feature
  std::optional<std::size_t> label;
  std::vector<std::string> notes;  // columns that are ignored, matching by position
};

/// By name if both the training table and this one have a header, or if this one's header has the names x1, x2, … that
/// training gave. Else by position, where a table with exactly one column less than the training table is taken to lack
/// the label column. An InputError names the columns that are missing.
ColumnMatch match_columns(const Encoding& encoding, const Table& table);

}  // namespace lehr

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <lehr/data/table.hpp>
#include <lehr/data/value_set.hpp>

// One column of a table at a time. Every InputError names file, line and column.
namespace lehr {

/// Finite numbers, one per row.
std::vector<double> read_numbers(const Table& table, std::size_t column);

/// Labels or categories: the different values, and for each row which of them it has.
struct CodedColumn {
  ValueSet values;
  std::vector<std::uint32_t> codes;  // ends early once there are more than `limit` values
};
CodedColumn read_codes(const Table& table, std::size_t column, std::size_t limit);

/// For each row which of the known values it has. A value that is not among them is refused with `what` it is:
/// "'x' is not a label of the model ('a' and 'b')".
std::vector<std::uint32_t> read_known_codes(const Table& table, std::size_t column, const ValueSet& known,
                                            const std::string& what);

}  // namespace lehr

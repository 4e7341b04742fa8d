#pragma once

#include <span>
#include <string>

#include <lehr/data/table.hpp>

namespace lehr {

/// Whether row one holds the columns' names. It does if options say so; else if a field is the label's name, or if any
/// field outside the label column is text. A missing or impossible number there is no name: it will be refused with its
/// place instead of being lost.
bool is_header(std::span<const std::string> row_one, const TableOptions& options);

/// Refuses names that are empty or occur twice. `place` is file and line.
void check_column_names(std::span<const std::string> names, const std::string& place);

/// "x1", "x2", …: the names of columns without a header.
std::string generated_name(std::size_t position);

/// The position that "3" or "x3" stands for in a table without a header; `columns` if it is neither or beyond the
/// table.
std::size_t position_without_header(const std::string& name, std::size_t columns);

}  // namespace lehr

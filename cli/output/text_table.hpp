#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace lehr::cli {

/// Rows of cells with columns two spaces apart, the first to the left and the others to the right. Cells are UTF-8.
/// Returns one line per row, without line ends.
std::vector<std::string> aligned(const std::vector<std::vector<std::string>>& rows);

/// (what, value) pairs as two columns, both to the left, one line each.
std::string two_columns(const std::vector<std::pair<std::string, std::string>>& pairs, std::size_t indent);

/// A number with a fixed count of decimals, or with a count of significant digits.
std::string fixed(double value, int decimals);
std::string significant(double value, int digits);

}  // namespace lehr::cli

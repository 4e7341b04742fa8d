#pragma once

#include <string>
#include <vector>

namespace lehr::reproduce {

/// A table for readers. The first row names the columns.
struct Grid {
  std::string title;
  std::vector<std::vector<std::string>> rows;

  /// Columns two spaces apart, the first to the left, the others to the right.
  std::string text() const;
  std::string markdown() const;
};

/// A number with this many decimals.
std::string decimals(double value, int count);

}  // namespace lehr::reproduce

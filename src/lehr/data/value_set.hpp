#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lehr {

/// The different values of a column of labels or categories, numbered as they come. Numbers compare as numbers, so 1,
/// +1 and 1.0 are one value, kept in its first spelling; text compares as text.
class ValueSet {
 public:
  std::size_t insert(std::string_view text);  // the value's index, new or known
  std::optional<std::size_t> find(std::string_view text) const;

  std::size_t size() const { return texts_.size(); }
  const std::vector<std::string>& texts() const { return texts_; }

  /// The indices in sorted order: numbers by size, then text by its bytes.
  std::vector<std::size_t> sorted() const;

 private:
  std::vector<std::string> texts_;
  std::vector<std::optional<double>> numbers_;
  std::map<std::string, std::size_t, std::less<>> spellings_;
  std::map<double, std::size_t> by_number_;
};

}  // namespace lehr

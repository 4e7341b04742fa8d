#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace lehr {

/// What a response column holds. A likelihood says which kind it answers to.
enum class ResponseKind {
  two_classes,  // 0, or 1 for the positive class
  real,         // any number
};

/// The responses of a table, one value per row; none where the rows are new.
struct Responses {
  ResponseKind kind = ResponseKind::two_classes;
  std::vector<double> value = {};

  std::size_t rows() const { return value.size(); }
  bool operator==(const Responses&) const = default;
};

/// Two classes from labels as the paper and files write them, -1 and +1.
Responses classes_of(std::span<const double> signs);

/// The way back: +1 for the positive class, -1 for the other.
std::vector<double> signs_of(const Responses& responses);

}  // namespace lehr

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

/// The responses of a table, one value per row.
struct Responses {
  ResponseKind kind = ResponseKind::two_classes;
  std::vector<double> value;

  std::size_t rows() const { return value.size(); }
};

/// Responses of a kind from a label column: the sign of a label is its class.
Responses responses_of_labels(ResponseKind kind, std::span<const double> labels);

}  // namespace lehr

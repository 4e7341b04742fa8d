#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include <lehr/data/responses.hpp>

namespace lehr {

/// Rows of numbers, each with a response: what a model sees. No text, no missing value, nothing to decide.
struct Dataset {
  std::size_t rows = 0;                    // n
  std::size_t features = 0;                // d
  std::vector<double> inputs;              // x, feature by feature: inputs[feature * rows + row]
  Responses responses;                     // y, one per row; none at new rows
  std::vector<std::string> feature_names;  // one per feature

  std::span<const double> feature(std::size_t index) const { return {inputs.data() + index * rows, rows}; }
};

}  // namespace lehr

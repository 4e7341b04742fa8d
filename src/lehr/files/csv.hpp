#pragma once

#include <string>
#include <string_view>

#include <lehr/data/dataset.hpp>

namespace lehr {

/// A field as a CSV file holds it: in quotes where it needs them.
std::string csv_field(std::string_view text);

/// One row per line, features in their order, then `label` (1 or -1); the first line names the columns. Features
/// without a name are x1, x2, …
std::string to_csv(const Dataset& data);

}  // namespace lehr

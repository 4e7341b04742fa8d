#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace lehr {

/// Parameters that are one variable wherever draws are kept: the one called NAME, or all that are called NAME[...].
struct ParameterBlock {
  std::string name;
  std::size_t first = 0;             // its place among the parameters
  std::vector<std::string> members;  // what stands in the brackets; none for a parameter that stands alone
  std::string dimension = {};        // along the members: "feature" where they are the features, else "NAME_dim_0"

  std::size_t size() const { return std::max<std::size_t>(members.size(), 1); }
};

/// The parameters of these names, those of a block next to each other, as blocks.
std::vector<ParameterBlock> parameter_blocks(std::span<const std::string> names,
                                             std::span<const std::string> feature_names);

}  // namespace lehr

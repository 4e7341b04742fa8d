#include <lehr/parameters/parameter_blocks.hpp>

namespace lehr {

std::vector<ParameterBlock> parameter_blocks(std::span<const std::string> names,
                                             std::span<const std::string> feature_names) {
  std::vector<ParameterBlock> blocks;
  for (std::size_t p = 0; p < names.size(); ++p) {
    const std::string& name = names[p];
    const std::size_t bracket = name.find('[');
    if (bracket == std::string::npos || name.back() != ']') {
      blocks.push_back({name, p, {}});
      continue;
    }
    const std::string block = name.substr(0, bracket);
    if (blocks.empty() || blocks.back().name != block || blocks.back().members.empty()) {
      blocks.push_back({block, p, {}});
    }
    blocks.back().members.push_back(name.substr(bracket + 1, name.size() - bracket - 2));
  }
  for (ParameterBlock& block : blocks) {
    if (block.members.empty()) continue;
    const bool of_features =
        std::equal(block.members.begin(), block.members.end(), feature_names.begin(), feature_names.end());
    block.dimension = of_features ? "feature" : block.name + "_dim_0";  // the second as ArviZ calls it
  }
  return blocks;
}

}  // namespace lehr

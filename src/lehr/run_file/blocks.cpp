#include <lehr/run_file/blocks.hpp>

#include <algorithm>

#include <lehr/parameters/parameter_blocks.hpp>
#include <lehr/run/run_info_json.hpp>

namespace lehr {
namespace {

constexpr std::size_t kBlockBytes = std::size_t{1} << 18;
constexpr std::size_t kCacheBytes = std::size_t{1} << 26;  // for all chains of one variable

}  // namespace

std::size_t block_draws(const RunFileContents& contents, std::size_t width) {
  const std::size_t bytes = std::min(kBlockBytes, kCacheBytes / contents.chains);
  return std::clamp<std::size_t>(bytes / (width * sizeof(double)), 1, contents.draws);
}

std::size_t block_evaluations(std::size_t evaluations) { return std::min(evaluations, kBlockBytes / sizeof(double)); }

std::size_t block_rows(std::size_t rows, std::size_t features) {
  return std::clamp<std::size_t>(kBlockBytes / (features * sizeof(double)), 1, rows);
}

std::size_t largest_size(const RunInfo& info, const RunFileContents& contents) {
  constexpr std::size_t kPlace = 128;
  constexpr std::size_t kRest = std::size_t{1} << 20;
  const auto of_variable = [&](std::size_t width) {
    const std::size_t draws = block_draws(contents, width);
    const std::size_t blocks = contents.chains * ((contents.draws + draws - 1) / draws);
    return blocks * (draws * width * sizeof(double) + kPlace);
  };
  const std::size_t per_row =
      std::size_t{contents.states} + contents.latents + contents.alphas + contents.log_likelihood;
  const std::size_t warm_up = contents.chains * (contents.evaluations + block_evaluations(contents.evaluations));
  const std::size_t to_extend =
      contents.evaluations == 0 ? 0 : of_variable(info.parameter_names.size()) + 2 * warm_up * sizeof(double);
  const std::size_t numbers = info.data.rows * (2 * info.data.features + 8) + 4 * (contents.chains + contents.draws);
  std::size_t parameters = 0;
  for (const ParameterBlock& block : parameter_blocks(info.parameter_names, info.data.feature_names)) {
    parameters += of_variable(block.size());
  }
  return 6 * of_variable(1) + parameters + per_row * of_variable(info.data.rows) + to_extend +
         numbers * sizeof(double) + 4 * run_info_to_json(info, DataNumbers::elsewhere).size() + kRest;
}

}  // namespace lehr

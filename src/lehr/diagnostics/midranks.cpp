#include <lehr/diagnostics/midranks.hpp>

#include <algorithm>
#include <cstddef>
#include <utility>

namespace lehr {

std::vector<double> midranks(std::span<const double> values) {
  std::vector<std::pair<double, std::size_t>> sorted(values.size());  // with where each came from
  for (std::size_t i = 0; i < values.size(); ++i) sorted[i] = {values[i], i};
  std::sort(sorted.begin(), sorted.end());

  std::vector<double> ranks(values.size());
  for (std::size_t begin = 0, end = 0; begin < sorted.size(); begin = end) {
    while (end < sorted.size() && sorted[end].first == sorted[begin].first) ++end;
    const double shared = 0.5 * static_cast<double>(begin + 1 + end);  // the mean of begin + 1, ..., end
    for (std::size_t i = begin; i < end; ++i) ranks[sorted[i].second] = shared;
  }
  return ranks;
}

}  // namespace lehr

#include <experiments/program/table1_summary.hpp>

#include <algorithm>
#include <optional>

namespace lehr::reproduce {

Json summarise(const std::vector<ChainTrace>& traces, const ChainCounts& counts) {
  const auto keep = static_cast<double>(counts.keep);
  const auto chains = static_cast<double>(traces.size());
  Json acceptance = Json::array();
  double cost = 0;
  std::size_t broken = 0;
  for (const ChainTrace& trace : traces) {
    const auto accepted =
        std::count(trace.accepted.begin() + static_cast<std::ptrdiff_t>(counts.discard), trace.accepted.end(), true);
    acceptance.push_back(100 * static_cast<double>(accepted) / keep);
    cost += trace.cost_of_iteration() / chains;
    broken += trace.broken;
  }
  const std::optional<double> size = mixing_of(traces, counts.discard).least_effective_size;
  return {{"acceptance", acceptance},
          {"effective_per_1000", size ? Json(*size * 1000 / (keep * chains)) : Json(nullptr)},
          {"cost", cost},
          {"sampler", traces.front().sampler},
          {"broken", broken}};
}

}  // namespace lehr::reproduce

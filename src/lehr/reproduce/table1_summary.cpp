#include <lehr/reproduce/table1_summary.hpp>

#include <algorithm>
#include <optional>

#include <lehr/posterior/diagnostics.hpp>

namespace lehr::reproduce {
namespace {

/// Over the kept iterations of all chains, the smallest over the parameters.
std::optional<double> smallest_effective_size(const std::vector<ChainTrace>& traces, const ChainCounts& counts) {
  std::optional<double> smallest;
  for (std::size_t p = 0; p < traces[0].log_theta[0].size(); ++p) {
    std::vector<double> values;
    for (const ChainTrace& trace : traces) {
      for (std::size_t i = counts.discard; i < counts.discard + counts.keep; ++i) {
        values.push_back(trace.log_theta[i][p]);
      }
    }
    const std::optional<double> size = ess_bulk({values, counts.keep});
    if (!size) return std::nullopt;
    smallest = std::min(smallest.value_or(*size), *size);
  }
  return smallest;
}

}  // namespace

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
  const std::optional<double> size = smallest_effective_size(traces, counts);
  return {{"acceptance", acceptance},
          {"effective_per_1000", size ? Json(*size * 1000 / (keep * chains)) : Json(nullptr)},
          {"cost", cost},
          {"sampler", traces.front().sampler},
          {"broken", broken}};
}

}  // namespace lehr::reproduce

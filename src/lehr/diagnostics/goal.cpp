#include <lehr/diagnostics/goal.hpp>

#include <algorithm>
#include <iterator>
#include <limits>
#include <optional>

#include <lehr/diagnostics/diagnostics.hpp>
#include <lehr/diagnostics/rhat_limits.hpp>
#include <lehr/diagnostics/warnings.hpp>

namespace lehr {
namespace {

/// The place of the last entry that is not above the value; the first where all are.
template <class List>
std::size_t place_from_below(const List& list, double value) {
  const auto above = std::upper_bound(list.begin(), list.end(), value);
  return above == list.begin() ? 0 : static_cast<std::size_t>(std::distance(list.begin(), above)) - 1;
}

/// The place of the first entry that is not below the value; the last where all are.
template <class List>
std::size_t place_from_above(const List& list, double value) {
  const auto found = std::lower_bound(list.begin(), list.end(), value);
  return static_cast<std::size_t>(std::distance(list.begin(), found == list.end() ? found - 1 : found));
}

}  // namespace

double largest_rhat(std::size_t chains, double effective, std::size_t parameters) {
  // From 2 chains on, the excess grows with them; it grows with the parameters and falls with the effective size. A
  // single chain has a larger one than two.
  const double excess =
      rhat_limits::kExcess[place_from_below(rhat_limits::kChainCounts, static_cast<double>(chains))]
                          [place_from_above(rhat_limits::kSizes, effective)]
                          [place_from_below(rhat_limits::kParameterCounts, static_cast<double>(parameters))];
  return std::max(kLargestRhat, 1 + excess / effective);
}

bool reaches_goal(const std::vector<std::vector<double>>& parameters, std::size_t draws, double goal) {
  if (parameters.empty() || draws == 0) return false;
  double smallest = std::numeric_limits<double>::infinity();
  for (const std::vector<double>& values : parameters) {
    const std::optional<double> bulk = ess_bulk({values, draws});
    const std::optional<double> tail = ess_tail({values, draws});
    if (!bulk || !tail || !(std::min(*bulk, *tail) >= goal)) return false;
    smallest = std::min(smallest, *bulk);
  }
  const double limit = largest_rhat(parameters.front().size() / draws, smallest, parameters.size());
  return std::all_of(parameters.begin(), parameters.end(), [&](const std::vector<double>& values) {
    const std::optional<double> found = rhat({values, draws});
    return found && *found < limit;
  });
}

}  // namespace lehr

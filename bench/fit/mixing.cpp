#include <bench/fit/mixing.hpp>

#include <algorithm>
#include <cstddef>
#include <limits>

#include <lehr/diagnostics/diagnostics.hpp>

namespace lehr::bench {

Mixing mixing_of(const std::vector<std::vector<ChainState>>& states) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  Mixing mixing{.effective = kInfinity, .rhat = 0};
  const std::size_t parameters = states.front().front().log_theta.size();
  for (std::size_t k = 0; k < parameters; ++k) {
    std::vector<double> values;
    for (const auto& chain : states) {
      for (const ChainState& state : chain) values.push_back(state.log_theta[k]);
    }
    const DrawsView view{values, states.front().size()};
    mixing.effective = std::min(mixing.effective, ess_mean(view).value_or(0));
    mixing.rhat = std::max(mixing.rhat, rhat(view).value_or(kInfinity));
  }
  return mixing;
}

}  // namespace lehr::bench

#include <lehr/diagnostics/summary.hpp>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>

#include <lehr/diagnostics/diagnostics.hpp>
#include <lehr/diagnostics/moments.hpp>
#include <lehr/diagnostics/quantiles.hpp>

namespace lehr {
namespace {

ParameterSummary summarize_parameter(const std::string& name, DrawsView draws) {
  ParameterSummary summary;
  summary.name = name;
  summary.mean = sample_mean(draws.values);
  if (draws.values.size() > 1) summary.sd = std::sqrt(sample_variance(draws.values));
  summary.q5 = quantile(draws.values, 0.05);
  summary.q50 = quantile(draws.values, 0.5);
  summary.q95 = quantile(draws.values, 0.95);
  summary.ess_bulk = ess_bulk(draws);
  summary.ess_tail = ess_tail(draws);
  summary.rhat = rhat(draws);
  summary.mcse_mean = mcse_mean(draws);
  return summary;
}

/// Something that happens in some of a chain's draws.
class Events {
 public:
  void add(bool happens) {
    ++draws_;
    count_ += happens ? 1 : 0;
    stretch_ = happens ? 0 : stretch_ + 1;
    longest_ = std::max(longest_, stretch_);
  }
  double rate() const { return static_cast<double>(count_) / static_cast<double>(draws_); }
  std::size_t longest_without() const { return longest_; }

 private:
  std::size_t draws_ = 0;
  std::size_t count_ = 0;
  std::size_t stretch_ = 0;
  std::size_t longest_ = 0;
};

ChainMovement movement_of(const Chains& chains, std::size_t chain) {
  Events acceptances;
  Events renewals;
  for (std::size_t draw = 0; draw < chains.draws; ++draw) {
    const std::size_t index = chain * chains.draws + draw;
    acceptances.add(chains.accepted[index]);
    renewals.add(draw > 0 && chains.numbers_from[index] != chains.numbers_from[index - 1]);
  }
  return {.acceptance_rate = acceptances.rate(),
          .longest_stretch = acceptances.longest_without(),
          .renewal_rate = renewals.rate(),
          .longest_kept = renewals.longest_without()};
}

}  // namespace

RunSummary summarize(const Chains& chains, std::span<const std::string> parameter_names) {
  assert(parameter_names.size() == chains.parameters.size());
  RunSummary summary;
  summary.chains = chains.chains();
  summary.draws = chains.draws;
  if (summary.chains == 0) return summary;
  for (std::size_t p = 0; p < parameter_names.size(); ++p) {
    summary.parameters.push_back(summarize_parameter(parameter_names[p], {chains.parameters[p], chains.draws}));
  }
  for (std::size_t chain = 0; chain < summary.chains; ++chain) summary.movement.push_back(movement_of(chains, chain));
  if (!chains.broken.empty()) {
    summary.broken_proposals =
        static_cast<std::size_t>(std::accumulate(chains.broken.begin(), chains.broken.end(), 0.0));
  }
  return summary;
}

}  // namespace lehr

#include <lehr/diagnostics/diagnostics.hpp>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <vector>

#include <lehr/diagnostics/effective_size.hpp>
#include <lehr/diagnostics/midranks.hpp>
#include <lehr/diagnostics/moments.hpp>
#include <lehr/diagnostics/quantiles.hpp>
#include <lehr/math/normal.hpp>

namespace lehr {
namespace {

/// A DrawsView with values of its own.
struct OwnedDraws {
  std::vector<double> values;
  std::size_t draws = 0;

  DrawsView view() const { return {values, draws}; }
};

OwnedDraws split_in_halves(DrawsView draws) {
  assert(draws.draws == 0 ? draws.values.empty() : draws.values.size() % draws.draws == 0);
  OwnedDraws halves{{}, draws.draws / 2};
  for (std::size_t index = 0; index < draws.chains(); ++index) {
    const std::span<const double> chain = draws.chain(index);
    for (const std::span<const double> half : {chain.first(halves.draws), chain.last(halves.draws)}) {
      halves.values.insert(halves.values.end(), half.begin(), half.end());
    }
  }
  return halves;
}

/// Each value's place (rank - 3/8) / (S + 1/4) among all S, as a quantile of N(0, 1) (Blom 1958). The shorter tail is
/// the one that is inverted: the scores are as symmetric as the ranks. NaN has no rank: nothing is left where one is.
OwnedDraws rank_normalized(const OwnedDraws& draws) {
  const auto is_nan = [](double value) { return std::isnan(value); };
  if (std::any_of(draws.values.begin(), draws.values.end(), is_nan)) return {};
  OwnedDraws scores{midranks(draws.values), draws.draws};
  const auto count = static_cast<double>(draws.values.size());
  for (double& value : scores.values) {
    const double from_below = value - 0.375;
    const double from_above = count + 0.625 - value;
    const double score = normal_quantile_of_log(std::log(std::min(from_below, from_above) / (count + 0.25)));
    value = from_below == from_above ? 0 : std::copysign(score, from_below - from_above);
  }
  return scores;
}

OwnedDraws distances_from_median(DrawsView draws) {
  const double median = quantile(draws.values, 0.5);
  OwnedDraws folded{{draws.values.begin(), draws.values.end()}, draws.draws};
  for (double& value : folded.values) value = std::abs(value - median);
  return folded;
}

/// sqrt((n - 1) / n + B / (n W)): B / n the variance of the chains' means, W the mean of their variances.
std::optional<double> plain_rhat(DrawsView chains) {
  if (chains.draws < 2 || has_no_variance(chains)) return std::nullopt;
  std::vector<double> means;
  std::vector<double> variances;
  for (std::size_t index = 0; index < chains.chains(); ++index) {
    means.push_back(sample_mean(chains.chain(index)));
    variances.push_back(sample_variance(chains.chain(index)));
  }
  const auto n = static_cast<double>(chains.draws);
  return std::sqrt((n - 1) / n + sample_variance(means) / sample_mean(variances));
}

std::optional<double> ess_of_quantile(DrawsView draws, double probability) {
  if (has_no_variance(draws)) return std::nullopt;
  const double bound = quantile(draws.values, probability);
  OwnedDraws below{std::vector<double>(draws.values.size()), draws.draws};
  std::transform(draws.values.begin(), draws.values.end(), below.values.begin(),
                 [bound](double value) { return value <= bound ? 1.0 : 0.0; });
  return effective_size(split_in_halves(below.view()).view());
}

}  // namespace

std::optional<double> rhat(DrawsView draws) {
  const auto bulk = plain_rhat(rank_normalized(split_in_halves(draws)).view());
  const auto tails = plain_rhat(rank_normalized(split_in_halves(distances_from_median(draws).view())).view());
  if (!bulk || !tails) return std::nullopt;
  return std::max(*bulk, *tails);
}

std::optional<double> ess_bulk(DrawsView draws) {
  return effective_size(rank_normalized(split_in_halves(draws)).view());
}

std::optional<double> ess_tail(DrawsView draws) {
  const auto lower = ess_of_quantile(draws, 0.05);
  const auto upper = ess_of_quantile(draws, 0.95);
  if (!lower || !upper) return std::nullopt;
  return std::min(*lower, *upper);
}

std::optional<double> ess_mean(DrawsView draws) { return effective_size(split_in_halves(draws).view()); }

std::optional<double> mcse_mean(DrawsView draws) {
  const auto size = ess_mean(draws);
  if (!size) return std::nullopt;
  return std::sqrt(sample_variance(draws.values) / *size);
}

}  // namespace lehr

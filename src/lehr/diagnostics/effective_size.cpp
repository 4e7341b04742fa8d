#include <lehr/diagnostics/effective_size.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include <lehr/diagnostics/autocovariance.hpp>
#include <lehr/diagnostics/moments.hpp>

// With W the mean variance of the chains and V = (n - 1) / n W + (variance of their means), the autocorrelation at lag
// t is
//   rho_t = 1 - (W - (mean autocovariance at t)) / V,   rho_0 = 1,
// and the effective size of m chains of n draws is m n / tau, tau = -1 + 2 sum_t rho_t. The sum is cut where noise
// takes over: the sums of pairs rho_2k + rho_2k+1 are positive and fall for a reversible chain (Geyer 1992), so it ends
// before the first negative pair, and no pair counts more than the one before.
namespace lehr {
namespace {

struct Autocorrelation {
  std::vector<double> rho;  // of each lag; 0 beyond the last positive pair
  std::size_t last = 0;     // the even lag where the sum ends; the pair that begins there is not summed
};

Autocorrelation positive_pairs(DrawsView chains) {
  const std::size_t n = chains.draws;
  const std::vector<double> covariance = mean_autocovariance(chains);
  std::vector<double> means;
  for (std::size_t chain = 0; chain < chains.chains(); ++chain) means.push_back(sample_mean(chains.chain(chain)));
  const double within = covariance[0] * static_cast<double>(n) / static_cast<double>(n - 1);  // W
  const double total = covariance[0] + (means.size() > 1 ? sample_variance(means) : 0);       // V
  const auto rho_at = [&](std::size_t lag) { return 1 - (within - covariance[lag]) / total; };

  Autocorrelation result{std::vector<double>(n), 0};
  double even = 1;
  double odd = rho_at(1);
  result.rho[0] = even;
  result.rho[1] = odd;
  // The last lags rest on a handful of products; posterior leaves them out.
  while (result.last + 5 < n && even + odd > 0) {
    result.last += 2;
    even = rho_at(result.last);
    odd = rho_at(result.last + 1);
    if (even + odd >= 0) {
      result.rho[result.last] = even;
      result.rho[result.last + 1] = odd;
    }
  }
  // Counted once below, it makes the estimate better for chains with negative odd autocorrelations.
  if (even > 0) result.rho[result.last] = even;
  return result;
}

void make_monotone(Autocorrelation& autocorrelation) {
  std::vector<double>& rho = autocorrelation.rho;
  for (std::size_t lag = 2; lag + 2 <= autocorrelation.last; lag += 2) {
    const double before = rho[lag - 2] + rho[lag - 1];
    if (rho[lag] + rho[lag + 1] > before) rho[lag] = rho[lag + 1] = before / 2;
  }
}

}  // namespace

bool has_no_variance(DrawsView chains) {
  const auto is_finite = [](double value) { return std::isfinite(value); };
  if (!std::all_of(chains.values.begin(), chains.values.end(), is_finite) || chains.values.empty()) return true;
  const auto [least, most] = std::minmax_element(chains.values.begin(), chains.values.end());
  return *most - *least < std::numeric_limits<double>::epsilon();
}

std::optional<double> effective_size(DrawsView chains) {
  if (chains.draws < 3 || has_no_variance(chains)) return std::nullopt;
  Autocorrelation autocorrelation = positive_pairs(chains);
  make_monotone(autocorrelation);
  const std::vector<double>& rho = autocorrelation.rho;
  double sum = rho[0];
  for (std::size_t lag = 1; lag < autocorrelation.last; ++lag) sum += rho[lag];
  const auto size = static_cast<double>(chains.values.size());
  const double tau = -1 + 2 * sum + rho[autocorrelation.last];
  // Antithetic chains may have tau near 0, where its noise is all there is: at most size * log10(size).
  return size / std::max(tau, 1 / std::log10(size));
}

}  // namespace lehr

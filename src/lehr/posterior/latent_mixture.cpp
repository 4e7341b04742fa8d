#include <lehr/posterior/latent_mixture.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include <lehr/math/normal.hpp>

namespace lehr {

double LatentMixture::mean() const {
  double total = 0;
  for (std::size_t i = 0; i < means.size(); ++i) total += weights[i] * means[i];
  return total;
}

double LatentMixture::sd() const {
  const double centre = mean();
  double total = 0;
  for (std::size_t i = 0; i < means.size(); ++i) {
    total += weights[i] * (variances[i] + (means[i] - centre) * (means[i] - centre));
  }
  return std::sqrt(total);
}

double LatentMixture::quantile(double p) const {
  // Each normal has its quantile between the extremes of the mixture's: bisect there, with Newton steps that stay
  // inside.
  double low = std::numeric_limits<double>::infinity();
  double high = -low;
  const double z = normal_quantile_of_log(std::log(p));
  for (std::size_t i = 0; i < means.size(); ++i) {
    const double own = means[i] + z * std::sqrt(variances[i]);
    low = std::min(low, own);
    high = std::max(high, own);
  }
  double f = 0.5 * (low + high);
  for (int iteration = 0; iteration < 200 && high - low > 1e-10 * std::max(1.0, std::abs(f)); ++iteration) {
    double below = -p;
    double density = 0;
    for (std::size_t i = 0; i < means.size(); ++i) {
      const double sd = std::sqrt(std::max(variances[i], 1e-300));
      const double x = (f - means[i]) / sd;
      below += weights[i] * normal_cdf(x);
      density += weights[i] * 0.3989422804014327 * std::exp(-0.5 * x * x) / sd;
    }
    (below < 0 ? low : high) = f;
    const double newton = f - below / density;
    if (std::abs(newton - f) < 1e-12 * std::max(1.0, std::abs(f))) return newton;
    f = newton > low && newton < high ? newton : 0.5 * (low + high);
  }
  return f;
}

}  // namespace lehr

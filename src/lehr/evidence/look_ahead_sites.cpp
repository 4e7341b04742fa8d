#include <lehr/evidence/look_ahead_sites.hpp>

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>

namespace lehr {
namespace {

constexpr double kMostPrecision = 1 - 1e-8;  // times the noise: w / (1 - w) and what follows from it cancel beyond that

/// A site falls off on both sides, a label's likelihood only on one: deep on the right side the weights grow, and a
/// rare particle outweighs all others. Sites of less precision about the same mean bear that better; the surest rows,
/// whose w is smallest, need it most. Measured on the shipped data with probit: with 10 parameters the largest of 2000
/// estimates from 16 particles falls from 2.9 to 1.2 nats above their mean, and nowhere does the sd of one particle
/// grow by over 6 %. Where there is no noise it does not pay: with logit at (15, 3.8) the noise of 10 particles without
/// it is 0.17 and with it 0.18 on Pima, 0.28 and 0.25 on Breast, 0.10 and 0.11 on glass.
double softness(double w) { return std::min(1.0, 0.6 + 1.5 * w); }

/// Those that say most about the others come first. Against ascending y mu the noise is 5 to 7 % less at posterior
/// draws on glass, thyroid and Banknote and the same on Breast.
std::vector<Index> strongest_first(const Vector& precision) {
  std::vector<Index> order(static_cast<std::size_t>(precision.size()));
  std::iota(order.begin(), order.end(), Index{0});
  std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) { return precision(a) > precision(b); });
  return order;
}

}  // namespace

OrderedSites look_ahead_sites(const SitePosterior& posterior, double noise) {
  const Index n = posterior.sites.precision.size();
  OrderedSites sites{strongest_first(posterior.sites.precision), Vector(n), Vector(n)};
  for (Index i = 0; i < n; ++i) {
    const Index row = sites.order[static_cast<std::size_t>(i)];
    const double w = posterior.sites.precision(row);
    sites.precision(i) = noise > 0 ? std::min(softness(w) * w, kMostPrecision / noise) : w;
    sites.shift(i) = posterior.sites.shift(row) - (w - sites.precision(i)) * posterior.mean(row);
  }
  return sites;
}

}  // namespace lehr

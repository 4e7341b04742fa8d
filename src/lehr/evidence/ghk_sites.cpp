#include <lehr/evidence/ghk_sites.hpp>

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace lehr {
namespace {

constexpr double kMostPrecision = 1 - 1e-8;  // w / (1 - w) and what follows from it cancel beyond that

/// A site falls off on both sides, a label's likelihood only on one: deep on the right side the weights grow, and a
/// rare particle outweighs all others. Sites of less precision about the same mean bear that better; the surest rows,
/// whose w is smallest, need it most. Measured on the shipped data: with 10 parameters the largest of 2000 estimates
/// from 16 particles falls from 2.9 to 1.2 nats above their mean, and nowhere does the sd of one particle grow by over
/// 6 %.
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

GhkSites ghk_sites(const LatentProblem& problem, const SitePosterior& posterior) {
  const auto n = static_cast<Index>(problem.y.size());
  GhkSites sites{strongest_first(posterior.sites.precision), Vector(n), Vector(n), Vector(n)};
  for (Index i = 0; i < n; ++i) {
    const Index row = sites.order[static_cast<std::size_t>(i)];
    const double w = posterior.sites.precision(row);
    sites.precision(i) = std::min(softness(w) * w, kMostPrecision);
    sites.shift(i) = posterior.sites.shift(row) - (w - sites.precision(i)) * posterior.mean(row);
    sites.y(i) = problem.y[static_cast<std::size_t>(row)];
  }
  return sites;
}

}  // namespace lehr

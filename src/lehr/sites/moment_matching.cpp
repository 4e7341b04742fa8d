#include <lehr/sites/moment_matching.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace lehr {
namespace {

constexpr double kLeastPrecision = 1e-14;  // a site with w = 0 would have no scale
constexpr double kLeastShare = 1e-15;      // of a variance that is left: below it is rounding

struct Cavity {
  double share;  // b
  double mean;
  double variance;
};

Cavity cavity_at(const Sites& sites, const Vector& mean, const Vector& variance, Index i) {
  const double v = variance(i);
  const double b = std::max(1 - sites.precision(i) * v, kLeastShare);
  return {b, (mean(i) - v * sites.shift(i)) / b, v / b};
}

}  // namespace

MatchedSites match_moments(const RowDensity& density, const Sites& sites, const Vector& mean, const Vector& variance) {
  const Index n = mean.size();
  MatchedSites matched{.sites = {Vector(n), Vector(n)}};
  for (Index i = 0; i < n; ++i) {
    const double w = sites.precision(i);
    const double nu = sites.shift(i);
    const double v = variance(i);
    const auto [b, cavity_mean, cavity_variance] = cavity_at(sites, mean, variance, i);
    const CavityIntegral z = density.cavity_integral(static_cast<std::size_t>(i), cavity_mean, cavity_variance);
    const double h = -z.second;
    const double left = std::max(1 - cavity_variance * h, kLeastShare);  // matched variance / cavity variance
    matched.sites.precision(i) = std::max(h / left, kLeastPrecision);
    matched.sites.shift(i) = (z.first + cavity_mean * h) / left;
    matched.log_evidence +=
        z.log_value - 0.5 * std::log(b) + (w * mean(i) * mean(i) - 2 * nu * mean(i) + v * nu * nu) / (2 * b);
    const double mean_mismatch = std::abs(cavity_mean + cavity_variance * z.first - mean(i)) / std::sqrt(v);
    const double variance_mismatch = std::abs(cavity_variance * left / v - 1);
    matched.mismatch = std::max({matched.mismatch, mean_mismatch, variance_mismatch});
  }
  return matched;
}

Vector log_cavity_integrals(const RowDensity& density, const Sites& sites, const Vector& mean, const Vector& variance) {
  Vector logs(mean.size());
  for (Index i = 0; i < logs.size(); ++i) {
    const Cavity cavity = cavity_at(sites, mean, variance, i);
    logs(i) = density.cavity_integral(static_cast<std::size_t>(i), cavity.mean, cavity.variance).log_value;
  }
  return logs;
}

}  // namespace lehr

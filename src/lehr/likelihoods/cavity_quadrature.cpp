#include <lehr/likelihoods/cavity_quadrature.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <vector>

#include <lehr/math/quadrature.hpp>

namespace lehr {
namespace {

constexpr int kPointsPerPanel = 16;
constexpr double kNegligibleDrop = 45;  // exp(-45) = 3e-20 of the peak
constexpr double kReach = 9.5;          // cavity sds from the mode: there the normal factor alone has dropped by 45

/// Panel borders: dense around the peak, growing away from it, and dense around f = 0 where label likelihoods turn.
std::vector<double> panel_borders(double mode, double width, double reach) {
  std::vector<double> borders = {mode};
  for (double step = 0.75, offset = step; offset * width < reach; step *= 1.2, offset += step) {
    borders.push_back(mode + offset * width);
    borders.push_back(mode - offset * width);
  }
  borders.push_back(mode + reach);
  borders.push_back(mode - reach);
  for (const double turn : {0.0, 1.5, 3.0, 6.0, 12.0, 24.0, 40.0}) {
    for (const double border : {turn, -turn}) {
      if (std::abs(border - mode) < reach) borders.push_back(border);
    }
  }
  std::sort(borders.begin(), borders.end());
  return borders;
}

}  // namespace

/// The peak of l(f) - (f - m)^2 / (2 v). Its derivative falls from f = m to f = m + v l'(m), so the root lies between:
/// Newton steps, and a bisection whenever one leaves the bracket.
double tilted_mode(const RowDensity& density, std::size_t row, double mean, double variance) {
  double low = mean;
  double high = mean + variance * density.log_density(row, mean).first;
  if (high < low) std::swap(low, high);
  double f = mean;
  for (int i = 0; i < 100; ++i) {
    const LogDensity l = density.log_density(row, f);
    const double slope = l.first - (f - mean) / variance;
    const double curvature = 1 / variance - l.second;
    (slope > 0 ? low : high) = f;
    const double newton = f + slope / curvature;
    const double next = newton > low && newton < high ? newton : 0.5 * (low + high);
    const double moved = std::abs(next - f);
    f = next;
    if (moved * moved * curvature < 1e-4) break;  // a hundredth of the peak's width: panels need no more
  }
  return f;
}

CavityIntegral cavity_integral_by_quadrature(const RowDensity& density, std::size_t row, double mean, double variance) {
  static const QuadratureRule rule = gauss_legendre(kPointsPerPanel);
  const auto log_integrand = [&](double f, double log_likelihood) {
    return log_likelihood - (f - mean) * (f - mean) / (2 * variance);
  };
  const double mode = tilted_mode(density, row, mean, variance);
  const LogDensity at_mode = density.log_density(row, mode);
  const double peak = log_integrand(mode, at_mode.value);
  const double width = 1 / std::sqrt(1 / variance - at_mode.second);

  double sum = 0;
  double sum_first = 0;   // of l'
  double sum_second = 0;  // of l''
  double sum_first_squared =
      0;  // of (l' - l'(mode))^2 about the mode's value, which keeps the variance from cancelling
  double sum_first_centred = 0;
  const std::vector<double> borders = panel_borders(mode, width, kReach * std::sqrt(variance));
  for (std::size_t panel = 0; panel + 1 < borders.size(); ++panel) {
    const double half = 0.5 * (borders[panel + 1] - borders[panel]);
    if (half <= 0) continue;
    // The integrand falls away from the mode: a panel is negligible if its border next to the mode is.
    const double nearest = std::clamp(mode, borders[panel], borders[panel + 1]);
    if (peak - log_integrand(nearest, density.log_density(row, nearest).value) > kNegligibleDrop) continue;
    const double middle = 0.5 * (borders[panel + 1] + borders[panel]);
    for (std::size_t i = 0; i < rule.nodes.size(); ++i) {
      const double f = middle + half * rule.nodes[i];
      const LogDensity l = density.log_density(row, f);
      const double weight = half * rule.weights[i] * std::exp(log_integrand(f, l.value) - peak);
      const double centred = l.first - at_mode.first;
      sum += weight;
      sum_first += weight * l.first;
      sum_second += weight * l.second;
      sum_first_centred += weight * centred;
      sum_first_squared += weight * centred * centred;
    }
  }
  const double centred_mean = sum_first_centred / sum;
  const double variance_of_first = sum_first_squared / sum - centred_mean * centred_mean;
  return {peak + std::log(sum) - 0.5 * std::log(2 * std::numbers::pi * variance), sum_first / sum,
          std::min(0.0, sum_second / sum + variance_of_first)};
}

}  // namespace lehr

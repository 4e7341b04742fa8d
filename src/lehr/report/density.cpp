#include <lehr/report/density.hpp>

#include <algorithm>
#include <cmath>

#include <lehr/diagnostics/moments.hpp>
#include <lehr/diagnostics/quantiles.hpp>
#include <lehr/math/log_gamma.hpp>

namespace lehr::report {
namespace {

constexpr std::size_t kPoints = 256;

/// Scott's rule; never zero, so that equal draws give a narrow peak.
double kernel_width(const std::vector<double>& logs) {
  const double spread = (quantile(logs, 0.75) - quantile(logs, 0.25)) / 1.34;
  const double sd = logs.size() > 1 ? std::sqrt(sample_variance(logs)) : 0;
  const double scale = spread > 0 ? std::min(spread, sd) : sd;
  return std::max(1.06 * scale * std::pow(static_cast<double>(logs.size()), -0.2), 1e-3);
}

}  // namespace

Density::Density(std::span<const double> draws) {
  std::vector<double> logs;
  for (const double draw : draws) logs.push_back(std::log(draw));
  const double width = kernel_width(logs);
  const auto [least, most] = std::minmax_element(logs.begin(), logs.end());
  low_ = *least - 4 * width;
  high_ = *most + 4 * width;
  const double step = (high_ - low_) / (kPoints - 1);

  std::vector<double> weights(kPoints, 0.0);  // each draw shared by the two grid points around it
  for (const double log : logs) {
    const double place = (log - low_) / step;
    const auto index = std::min(static_cast<std::size_t>(place), kPoints - 2);
    const double share = place - static_cast<double>(index);
    weights[index] += 1 - share;
    weights[index + 1] += share;
  }
  // The kernel is never narrower than the grid, else its peaks would fall between the points.
  const double smooth = std::max(width, step);
  values_.assign(kPoints, 0.0);
  const double unit = 1 / (static_cast<double>(logs.size()) * smooth * std::sqrt(2 * M_PI));
  for (std::size_t i = 0; i < kPoints; ++i) {
    for (std::size_t j = 0; j < kPoints; ++j) {
      const double z = (static_cast<double>(i) - static_cast<double>(j)) * step / smooth;
      values_[i] += unit * weights[j] * std::exp(-z * z / 2);
    }
  }
}

double Density::of_log(double log_x) const {
  const double place = (log_x - low_) / (high_ - low_) * (kPoints - 1);
  if (!(place >= 0 && place <= kPoints - 1)) return 0;
  const auto index = std::min(static_cast<std::size_t>(place), kPoints - 2);
  const double share = place - static_cast<double>(index);
  return (1 - share) * values_[index] + share * values_[index + 1];
}

double Density::operator()(double x) const { return x > 0 ? of_log(std::log(x)) / x : 0; }

}  // namespace lehr::report

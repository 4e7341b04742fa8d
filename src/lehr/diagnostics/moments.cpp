#include <lehr/diagnostics/moments.hpp>

#include <cmath>
#include <limits>

namespace lehr {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

double mean_difference(std::span<const double> values, double origin) {
  double sum = 0;
  for (const double value : values) sum += value - origin;
  return sum / static_cast<double>(values.size());
}

}  // namespace

double sample_mean(std::span<const double> values) {
  if (values.empty()) return kNan;
  // Differences from the first value vanish where all are equal; the second pass mends what a first value far from the
  // others costs.
  const double rough = values.front() + mean_difference(values, values.front());
  const double mean = rough + mean_difference(values, rough);
  return std::isfinite(mean) ? mean : mean_difference(values, 0);
}

double sample_variance(std::span<const double> values) {
  if (values.size() < 2) return kNan;
  const double mean = sample_mean(values);
  double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  return squares / static_cast<double>(values.size() - 1);
}

}  // namespace lehr

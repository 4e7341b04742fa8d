#include <lehr/data/standardization.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace lehr {
namespace {

constexpr double kNoise = 1e-14;

// A power of two that keeps squares and sums of the values inside the range of double; 1 for all usual sizes, so that
// scaling costs no digit.
double safe_factor(double largest) {
  if (largest > 1e100) return 0x1p-600;
  if (largest < 1e-100) return 0x1p+600;
  return 1;
}

}  // namespace

double Standardization::operator()(double x) const {
  const double difference = x - mean;
  if (std::isfinite(difference)) return difference / scale;
  return (x / 4 - mean / 4) / (scale / 4);
}

bool is_constant(std::span<const double> values) {
  return std::all_of(values.begin(), values.end(), [&](double x) { return x == values.front(); });
}

std::optional<Standardization> learn_standardization(std::span<const double> values) {
  if (is_constant(values)) return std::nullopt;
  double largest = 0;
  for (const double x : values) largest = std::max(largest, std::abs(x));
  const double factor = safe_factor(largest);
  const auto n = static_cast<double>(values.size());

  double sum = 0;
  for (const double x : values) sum += x * factor;
  const double rough_mean = sum / n;
  // The second pass removes the first one's rounding from the mean, and from the squares.
  double remainder = 0;
  double squares = 0;
  for (const double x : values) {
    const double difference = x * factor - rough_mean;
    remainder += difference;
    squares += difference * difference;
  }
  const double mean = rough_mean + remainder / n;
  const double sd = std::sqrt(std::max(0.0, squares - remainder * remainder / n) / (n - 1));
  if (sd <= kNoise * largest * factor || sd / factor < std::numeric_limits<double>::min()) return std::nullopt;
  return Standardization{mean / factor, sd / factor};
}

}  // namespace lehr

#include <lehr/likelihoods/shifted_trapezoid.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

#include <lehr/likelihoods/cavity_quadrature.hpp>
#include <lehr/math/normal.hpp>
#include <lehr/math/vector_functions.hpp>

namespace lehr {
namespace {

constexpr double kReach = 9;               // cavity sds
constexpr double kMostPoints = 1'000'000;  // a width that rounding made so small is none

}  // namespace

void draw_by_shifted_trapezoid(const RowDensity& density, std::size_t row, const RowCavity& cavity,
                               const RowNumbers& numbers, std::span<double> log_mass, std::span<double> values) {
  const double sd = std::sqrt(cavity.variance);
  const double width = std::max(cavity.width, 2 * kReach * sd / kMostPoints);
  const double log_constant = std::log(width) - std::log(sd) - kHalfLogTwoPi;
  std::vector<double> points;
  std::vector<double> heights;  // log g, then g over its largest
  for (std::size_t p = 0; p < cavity.means.size(); ++p) {
    const double mean = cavity.means[p];
    const double mode = tilted_mode(density, row, mean, cavity.variance);
    const double shift = std::exp(numbers.logs[p]);
    const double first = std::ceil((std::min(mode - mean, 0.0) - kReach * sd) / width - shift);
    const double last = std::floor((std::max(mode - mean, 0.0) + kReach * sd) / width - shift);
    points.clear();
    for (double j = first; j <= last; j += 1) points.push_back(mean + width * (j + shift));
    heights.resize(points.size());
    density.log_densities(row, points, heights);
    for (std::size_t i = 0; i < points.size(); ++i) {
      const double z = (points[i] - mean) / sd;
      heights[i] -= 0.5 * z * z;
    }
    const double largest = *std::max_element(heights.begin(), heights.end());
    for (double& height : heights) height -= largest;
    exp_in_place(heights);
    double sum = 0;
    for (const double height : heights) sum += height;
    log_mass[p] = largest + std::log(sum) + log_constant;
    double left = numbers.second[p] * sum;
    std::size_t picked = 0;
    while (picked + 1 < heights.size() && (left -= heights[picked]) > 0) ++picked;
    values[p] = points[picked];
  }
}

}  // namespace lehr

#include <lehr/samplers/spread_points.hpp>

#include <algorithm>
#include <limits>

#include <lehr/random/distributions.hpp>

namespace lehr {
namespace {

constexpr double kWider = 1.25;  // than the draws
constexpr std::size_t kTries = 20;

}  // namespace

std::vector<std::vector<double>> spread_points(std::size_t count, const std::vector<std::vector<double>>& draws,
                                               const Coordinates& coordinates,
                                               const std::vector<std::vector<double>>& known, Stream& stream) {
  std::vector<Vector> others;
  for (const std::vector<double>& point : known) others.push_back(coordinates.to_u(point));
  std::vector<std::vector<double>> points;
  while (points.size() < count) {
    Vector farthest;
    double most = -1;
    for (std::size_t i = 0; i < kTries; ++i) {
      const Vector u = kWider * coordinates.to_u(draws[draw_index(draws.size(), stream)]);
      double nearest = std::numeric_limits<double>::infinity();
      for (const Vector& other : others) nearest = std::min(nearest, (other - u).squaredNorm());
      if (nearest <= most) continue;
      most = nearest;
      farthest = u;
    }
    points.push_back(coordinates.to_log_theta(farthest));
    others.push_back(farthest);
  }
  return points;
}

}  // namespace lehr

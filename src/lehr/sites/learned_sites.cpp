#include <lehr/sites/learned_sites.hpp>

#include <algorithm>
#include <cmath>

#include <Eigen/Dense>

namespace lehr {
namespace {

constexpr std::size_t kMostForQuadratic = 12;  // parameters: the points that a quadratic needs grow with their square
constexpr double kLeastPrecision = 1e-10;      // below that a site is as good as none

}  // namespace

std::size_t LearnedSites::points_needed(std::size_t parameters) {
  const auto p = static_cast<Index>(parameters);
  const Index terms = parameters <= kMostForQuadratic ? quadratic_term_count(p) : 1 + p;
  return static_cast<std::size_t>(2 * terms + 10);
}

LearnedSites::LearnedSites(const std::vector<std::vector<double>>& log_thetas, const std::vector<Sites>& sites)
    : coordinates_(log_thetas), quadratic_(log_thetas.front().size() <= kMostForQuadratic) {
  std::vector<std::size_t> known;
  for (std::size_t i = 0; i < sites.size(); ++i) {
    if (sites[i].precision.size() > 0) known.push_back(i);
  }
  if (known.size() < points_needed(log_thetas.front().size()) / 2) return;  // it knows nothing: radius 0
  const auto count = static_cast<Index>(known.size());
  const Index n = sites[known.front()].precision.size();
  Matrix design(count, terms(coordinates_.to_u(log_thetas.front())).size());
  Matrix values(count, 2 * n);
  for (Index i = 0; i < count; ++i) {
    const std::size_t point = known[static_cast<std::size_t>(i)];
    const Vector u = coordinates_.to_u(log_thetas[point]);
    radius_ = std::max(radius_, u.norm());
    design.row(i) = terms(u).transpose();
    values.row(i).head(n) = sites[point].precision.array().max(kLeastPrecision).log().matrix().transpose();
    values.row(i).tail(n) = sites[point].shift.transpose();
  }
  Matrix normal = design.transpose() * design;
  normal.diagonal().array() += 1e-6 * static_cast<double>(count);  // points that happen to lie on a line
  coefficients_ = normal.ldlt().solve(design.transpose() * values);
  if (!coefficients_.allFinite()) radius_ = 0;
}

Vector LearnedSites::terms(const Vector& u) const {
  if (quadratic_) return quadratic_terms(u);
  Vector result(1 + u.size());
  result << 1, u;
  return result;
}

std::optional<Sites> LearnedSites::at(std::span<const double> log_theta) const {
  const Vector u = coordinates_.to_u(log_theta);
  if (!(u.norm() < radius_)) return std::nullopt;
  const Vector values = coefficients_.transpose() * terms(u);
  const Index n = values.size() / 2;
  return Sites{values.head(n).array().exp().max(kLeastPrecision).matrix(), values.tail(n)};
}

}  // namespace lehr

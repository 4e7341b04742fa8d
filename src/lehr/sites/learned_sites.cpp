#include <lehr/sites/learned_sites.hpp>

#include <algorithm>
#include <cmath>

#include <Eigen/Dense>

namespace lehr {
namespace {

constexpr double kLeastPrecision = 1e-10;  // below that a site is as good as none: only its logarithm must be finite

/// Divergences from few particles: below the one is their noise, and beyond the other a sweep is due anyway. Guesses,
/// not measured by themselves; what they lead to is in docs/decisions/0014-learned-sites-serve-alone.md.
constexpr double kLeastDivergence = 0.02;
constexpr double kMostDivergence = 20;
constexpr double kLeastVariance = 1e-6;  // of rounding: nothing is left open

/// A divergence grows with what the other points leave open, and more to one side than to the other.
Vector divergence_terms(const Vector& u, double variance) {
  Vector result(2 + u.size());
  result << 1, u, std::log(std::max(variance, kLeastVariance));
  return result;
}

/// The same for all values of a kind, so that one that hardly varies counts little.
Vector scales_of(const Matrix& values, Index kinds) {
  const Index n = values.cols() / kinds;
  Vector scales(values.cols());
  for (Index kind = 0; kind < kinds; ++kind) {
    const Matrix part = values.middleCols(kind * n, n);
    const Matrix centred = part.rowwise() - part.colwise().mean();
    scales.segment(kind * n, n).setConstant(1 / std::max(centred.norm(), std::numeric_limits<double>::min()));
  }
  return scales;
}

}  // namespace

std::size_t LearnedSites::points_needed(std::size_t parameters) {
  return static_cast<std::size_t>(2 * SharedRegression::trend_terms(static_cast<Index>(parameters)) + 10);
}

LearnedSites::LearnedSites(const std::vector<std::vector<double>>& log_thetas, const std::vector<FoundSites>& found,
                           double most_precision)
    : coordinates_(log_thetas), most_precision_(most_precision), places_(found.size()) {
  Index n = 0;
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (found[i].sites.precision.size() == 0) continue;
    n = found[i].sites.precision.size();
    places_[i] = std::ssize(points_);
    points_.push_back(coordinates_.to_u(log_thetas[i]));
  }
  if (points_.size() < points_needed(log_thetas.front().size()) / 2) return;  // it knows nothing: radius 0
  Matrix values(std::ssize(points_), 3 * n);
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (!places_[i]) continue;
    auto row = values.row(*places_[i]);
    row.head(n) = found[i].sites.precision.array().max(kLeastPrecision).log().matrix().transpose();
    row.segment(n, n) = found[i].sites.shift.transpose();
    row.tail(n) = found[i].mean.transpose();
  }
  values_ = SharedRegression::learn(points_, values, scales_of(values, 3));
  if (!values_) return;
  for (const Vector& u : points_) radius_ = std::max(radius_, u.norm());
}

FoundSites LearnedSites::sites_of(const Vector& values) const {
  const Index n = values.size() / 3;
  return {{values.head(n).array().exp().max(kLeastPrecision).min(most_precision_).matrix(), values.segment(n, n)},
          values.tail(n)};
}

std::optional<FoundSites> LearnedSites::at(std::span<const double> log_theta) const {
  const Vector u = coordinates_.to_u(log_theta);
  if (!(u.norm() < radius_)) return std::nullopt;
  return sites_of(values_->at(u));
}

std::optional<FoundSites> LearnedSites::without(std::size_t point) const {
  if (!values_ || !places_[point]) return std::nullopt;
  return sites_of(values_->left_out().row(*places_[point]).transpose());
}

/// Least squares of the logarithm; what these leave is added once, so that five of six points are on the safe side.
void LearnedSites::judge(std::span<const double> divergences, double most) {
  if (!values_) return;
  const Index terms = 2 + points_.front().size();
  Matrix design(std::ssize(points_), terms);
  Vector logs(std::ssize(points_));
  Index count = 0;
  for (std::size_t i = 0; i < divergences.size(); ++i) {
    if (!places_[i] || std::isnan(divergences[i])) continue;
    design.row(count) =
        divergence_terms(points_[static_cast<std::size_t>(*places_[i])], values_->variance_left_out()(*places_[i]))
            .transpose();
    logs(count++) = std::log(std::clamp(divergences[i], kLeastDivergence, kMostDivergence));
  }
  if (count <= terms) return;
  const auto known = design.topRows(count);
  Matrix normal = known.transpose() * known;
  normal.diagonal().array() += 1e-3;  // only against points that happen to lie on a line
  log_divergence_ = normal.ldlt().solve(known.transpose() * logs.head(count));
  const double misses = (known * log_divergence_ - logs.head(count)).squaredNorm();
  most_log_divergence_ = std::log(most) - std::sqrt(misses / static_cast<double>(count - terms));
}

bool LearnedSites::serves(std::span<const double> log_theta) const {
  const Vector u = coordinates_.to_u(log_theta);
  if (log_divergence_.size() == 0 || !(u.norm() < radius_)) return false;
  return log_divergence_.dot(divergence_terms(u, values_->variance(u))) < most_log_divergence_;
}

}  // namespace lehr

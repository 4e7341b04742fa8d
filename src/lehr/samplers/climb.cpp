#include <lehr/samplers/climb.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace lehr {
namespace {

constexpr double kLongestStep = 1.2;  // in any log theta: the evidence is far from quadratic beyond
constexpr double kLeastShare = 1e-2;  // of the rise that the slope promises (Armijo)
constexpr int kMostHalvings = 4;
constexpr double kLittle = 0.1;  // nats that a step promises, for each parameter

Vector as_vector(const std::vector<double>& values) {
  return Eigen::Map<const Vector>(values.data(), static_cast<Index>(values.size()));
}

}  // namespace

Climb::Climb(EvaluatedPoint start) : here_(std::move(start)) {
  finished_ = here_.slope.empty();
  if (finished_) return;
  const auto p = static_cast<Index>(here_.slope.size());
  inverse_ = Matrix::Identity(p, p) * (0.7 / std::max(as_vector(here_.slope).cwiseAbs().maxCoeff(), 0.7));
  choose_step();
}

void Climb::choose_step() {
  const Vector slope = as_vector(here_.slope);
  step_ = inverse_ * slope;
  const auto p = static_cast<double>(slope.size());
  if (!fresh_ && 0.5 * slope.dot(step_) < kLittle * std::sqrt(p)) finished_ = true;
  if (steps_ > 20 + 2 * slope.size()) finished_ = true;
  step_ *= std::min(1.0, kLongestStep / step_.cwiseAbs().maxCoeff());
  halvings_ = 0;
}

std::vector<double> Climb::next() const {
  const Vector point = as_vector(here_.log_theta) + step_;
  return {point.begin(), point.end()};
}

void Climb::take(EvaluatedPoint point) {
  ++steps_;
  const Vector slope = as_vector(here_.slope);
  const bool rose = point.log_density >= here_.log_density + kLeastShare * slope.dot(step_) && !point.slope.empty();
  if (!rose) {
    step_ *= 0.35;
    finished_ = ++halvings_ > kMostHalvings;
    return;
  }
  const Vector fall = slope - as_vector(point.slope);
  const double product = step_.dot(fall);
  if (product > 1e-8 * step_.norm() * fall.norm()) {
    if (fresh_) inverse_ = Matrix::Identity(slope.size(), slope.size()) * (product / fall.squaredNorm());
    fresh_ = false;
    const Vector image = inverse_ * fall;
    inverse_ += (1 + fall.dot(image) / product) / product * (step_ * step_.transpose()) -
                (image * step_.transpose() + step_ * image.transpose()) / product;
  } else if (fresh_) {
    inverse_ *= 2;  // not curved downwards yet: go on faster
  }
  here_ = std::move(point);
  choose_step();
}

namespace {

constexpr double kNearlyThere = 0.7;  // in each log theta

/// Whether it is on the way to a mode that another one has nearly reached.
bool meets_a_better(const Climb& climb, const std::vector<Climb>& climbs) {
  return std::any_of(climbs.begin(), climbs.end(), [&](const Climb& other) {
    if (&other == &climb || !(other.top().log_density >= climb.top().log_density)) return false;
    const Vector apart = as_vector(other.top().log_theta) - as_vector(climb.top().log_theta);
    return apart.cwiseAbs().maxCoeff() < kNearlyThere;
  });
}

}  // namespace

bool climb_together(std::vector<Climb>& climbs, const Evaluate& look) {
  for (;;) {
    std::vector<std::vector<double>> points;
    std::vector<Climb*> climbing;
    for (Climb& climb : climbs) {
      if (climb.finished() || meets_a_better(climb, climbs)) continue;
      points.push_back(climb.next());
      climbing.push_back(&climb);
    }
    if (points.empty()) return true;
    std::optional<std::vector<EvaluatedPoint>> found = look(std::move(points));
    if (!found) return false;
    if (found->empty()) return true;
    for (std::size_t i = 0; i < found->size(); ++i) climbing[i]->take(std::move((*found)[i]));
  }
}

}  // namespace lehr

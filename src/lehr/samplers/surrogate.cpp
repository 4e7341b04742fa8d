#include <lehr/samplers/surrogate.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace lehr {
namespace {

/// How far below the best a point is still learned from, in nats. A posterior draw lies some p / 2 below the mode.
double depth(std::size_t parameters) { return 12 + 2 * static_cast<double>(parameters); }

/// How far the log evidence may be foretold above the best known, in nats; from there on it rises ever less.
constexpr double kAboveBest = 1;

/// A log evidence is mostly a sum of steps, one in each log theta: it is flat where a length-scale is long or short.
/// With few parameters radial functions learn that as well. With more, functions of single coordinates lifted
/// acceptance on 20 simulated features from 0.4 to 0.6; with fewer numbers than these for each unknown they make hills
/// of their own.
constexpr std::size_t kFew = 3;
constexpr Index kNumbersForEach = 6;

/// Points that are that far below the best count a third.
double weight_of(double deficit, double parameters) { return 1 / (1 + deficit / (3 + 0.5 * parameters)); }

/// Products and solves with the lower triangle L that allocate nothing.
Surrogate::Point times(const Matrix& l, const Surrogate::Point& v) {
  const Index p = v.size();
  Surrogate::Point out = Surrogate::Point::Zero(p);
  for (Index j = 0; j < p; ++j) out.tail(p - j) += l.col(j).tail(p - j) * v(j);
  return out;
}
Surrogate::Point transposed_times(const Matrix& l, const Surrogate::Point& v) {
  const Index p = v.size();
  Surrogate::Point out(p);
  for (Index j = 0; j < p; ++j) out(j) = l.col(j).tail(p - j).dot(v.tail(p - j));
  return out;
}
void solve(const Matrix& l, Surrogate::Point& v) {
  const Index p = v.size();
  for (Index j = 0; j < p; ++j) {
    v(j) /= l(j, j);
    v.tail(p - j - 1) -= l.col(j).tail(p - j - 1) * v(j);
  }
}
void solve_transposed(const Matrix& l, Surrogate::Point& v) {
  const Index p = v.size();
  for (Index j = p - 1; j >= 0; --j) v(j) = (v(j) - l.col(j).tail(p - j - 1).dot(v.tail(p - j - 1))) / l(j, j);
}

}  // namespace

std::shared_ptr<const Surrogate> Surrogate::learn(const ParameterSpace& space, std::span<const EvaluatedPoint> points,
                                                  std::span<const TailPoint> tails, Coordinates coordinates,
                                                  std::optional<Smoothness> smoothness, const std::stop_token& stop) {
  const std::size_t parameters = space.size();
  const auto p = static_cast<Index>(parameters);
  double best = -std::numeric_limits<double>::infinity();
  for (const EvaluatedPoint& point : points) best = std::max(best, point.log_density);
  std::vector<const EvaluatedPoint*> near;
  for (const EvaluatedPoint& point : points) {
    if (point.log_density > best - depth(parameters)) near.push_back(&point);
  }
  const auto count = static_cast<Index>(near.size());
  if (count < p + 2) return nullptr;

  std::shared_ptr<Surrogate> made(new Surrogate(space, std::move(coordinates)));
  const Matrix& factor = made->coordinates_.factor();
  SlopedValues known{Matrix(count, p), Vector(count),
                     Matrix::Constant(count, p, std::numeric_limits<double>::quiet_NaN()), Vector(count)};
  if (parameters > kFew && SlopedEquations::numbers(count, p) >= kNumbersForEach * SlopedEquations::smooth_terms(p)) {
    known.directions = factor.rowwise().normalized();
  }
  made->lowest_ = Vector::Constant(p, std::numeric_limits<double>::infinity());
  made->highest_ = -made->lowest_;
  const double offset = best - space.log_prior(near.front()->log_theta);
  for (Index i = 0; i < count; ++i) {
    const EvaluatedPoint& point = *near[static_cast<std::size_t>(i)];
    const Eigen::Map<const Vector> x(point.log_theta.data(), p);
    known.points.row(i) = made->coordinates_.to_u(point.log_theta).transpose();
    known.values(i) = point.log_density - space.log_prior(point.log_theta) - offset;
    known.weights(i) = weight_of(best - point.log_density, static_cast<double>(parameters));
    made->lowest_ = made->lowest_.cwiseMin(x);
    made->highest_ = made->highest_.cwiseMax(x);
    made->radius_ = std::max(made->radius_, known.points.row(i).norm());
    if (point.slope.empty()) continue;
    const std::vector<double> of_prior = space.log_prior_gradient(point.log_theta);
    const Vector slope = Eigen::Map<const Vector>(point.slope.data(), p) - Eigen::Map<const Vector>(of_prior.data(), p);
    known.slopes.row(i) = (factor.triangularView<Eigen::Lower>().transpose() * slope).transpose();
  }
  if (!smoothness) smoothness = SlopedRegression::choose(known, stop);
  if (!smoothness || !made->evidence_.fit(known, *smoothness)) return nullptr;
  made->smoothness_ = *smoothness;
  made->most_ = known.values.maxCoeff() + kAboveBest;
  made->least_ = known.values.maxCoeff() - depth(parameters);

  made->left_.resize(parameters);
  made->right_.resize(parameters);
  Point x(p);
  Point slope(p);
  for (const TailPoint& tail : tails) {
    const auto j = static_cast<Index>(tail.coordinate);
    const double end = tail.point.log_theta[tail.coordinate];
    const bool is_left = end < made->lowest_(j);
    if (!is_left && !(end > made->highest_(j))) continue;
    for (Index k = 0; k < p; ++k) x(k) = tail.point.log_theta[static_cast<std::size_t>(k)];
    const Vector v = made->coordinates_.to_u(tail.point.log_theta);
    const double there = tail.point.log_density - space.log_prior(tail.point.log_theta) - offset;
    const double rise = std::clamp(there - made->known(x, v, slope), -depth(parameters), depth(parameters));
    (is_left ? made->left_ : made->right_)[tail.coordinate] = {end, rise};
  }
  return made;
}

double Surrogate::known(const Point& x, const Point& v, Point& slope) const {
  const Index p = x.size();
  Point at = v;
  bool outside = false;
  for (Index j = 0; j < p; ++j) outside = outside || x(j) < lowest_(j) || x(j) > highest_(j);
  if (outside) {
    at = x.cwiseMax(lowest_).cwiseMin(highest_) - coordinates_.mean();
    solve(coordinates_.factor(), at);
  }
  const double distance = at.norm();
  double value = 0;
  slope.resize(p);
  if (distance > radius_) {
    const Point direction = at / distance;
    at = direction * radius_;
    value = evidence_.at(at.data(), slope.data());
    slope = (slope - direction * direction.dot(slope)) * (radius_ / distance);
  } else {
    value = evidence_.at(at.data(), slope.data());
  }
  if (value > most_) {
    slope /= 1 + value - most_;
    value = most_ + std::log1p(value - most_);
  }
  solve_transposed(coordinates_.factor(), slope);
  for (Index j = 0; j < p && outside; ++j) {
    if (x(j) < lowest_(j) || x(j) > highest_(j)) slope(j) = 0;
  }
  return value;
}

double Surrogate::tails(const Point& x, Point& slope) const {
  double sum = 0;
  for (Index j = 0; j < x.size(); ++j) {
    const bool is_left = x(j) < lowest_(j);
    if (!is_left && !(x(j) > highest_(j))) continue;
    const double edge = is_left ? lowest_(j) : highest_(j);
    const Tail& tail = (is_left ? left_ : right_)[static_cast<std::size_t>(j)];
    if (tail.rise == 0) continue;
    const double share = (x(j) - edge) / (tail.end - edge);
    sum += tail.rise * std::min(share, 1.0);
    if (share < 1) slope(j) += tail.rise / (tail.end - edge);
  }
  return sum;
}

double Surrogate::operator()(const Point& v, Point& slope) const {
  const Index p = v.size();
  Point x = times(coordinates_.factor(), v);
  x += coordinates_.mean();
  slope.resize(p);
  double value = known(x, v, slope);
  value += tails(x, slope);
  if (value < least_) {
    value = least_;
    slope.setZero();
  }
  for (Index j = 0; j < p; ++j) {
    const Parameter& parameter = space_[static_cast<std::size_t>(j)];
    value += parameter.log_prior(x(j));
    slope(j) += parameter.log_prior_slope(x(j));
  }
  slope = transposed_times(coordinates_.factor(), slope);
  return value;
}

double Surrogate::at(std::span<const double> log_theta) const {
  Point slope;
  return (*this)(coordinates_.to_u(log_theta), slope);
}

}  // namespace lehr

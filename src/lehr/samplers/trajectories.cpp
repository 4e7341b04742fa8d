#include <lehr/samplers/trajectories.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

#include <lehr/random/distributions.hpp>

namespace lehr {
namespace {

constexpr double kQuarterPeriod = 1.5708;
constexpr std::size_t kJumpEvery = 4;  // trajectories, where there are several modes
constexpr std::size_t kToForget = 10;  // trajectories before the first draw of a chain
constexpr std::size_t kBetweenDraws = 2;

}  // namespace

SurrogatePoint surrogate_point(const Surrogate& surrogate, std::span<const double> log_theta) {
  SurrogatePoint point{surrogate.coordinates().to_u(log_theta), 0, {}};
  point.value = surrogate(point.v, point.slope);
  return point;
}

Trajectories::Trajectories(const Surrogate& surrogate, double step)
    : surrogate_(surrogate), step_(step), leaps_(static_cast<int>(std::ceil(kQuarterPeriod / step))) {
  momentum_.resize(static_cast<Index>(surrogate.space().size()));
}

double Trajectories::move(SurrogatePoint& from, Stream& stream) {
  const double step = step_ * (0.8 + 0.4 * draw_uniform(stream));
  fill_normal(stream, {momentum_.data(), static_cast<std::size_t>(momentum_.size())});
  const double energy = from.value - 0.5 * momentum_.squaredNorm();
  to_ = from;
  momentum_ += 0.5 * step * to_.slope;
  for (int leap = 1; leap <= leaps_; ++leap) {
    to_.v += step * momentum_;
    to_.value = surrogate_(to_.v, to_.slope);
    momentum_ += (leap < leaps_ ? step : 0.5 * step) * to_.slope;
  }
  const double log_ratio = to_.value - 0.5 * momentum_.squaredNorm() - energy;
  const double acceptance = std::isnan(log_ratio) ? 0.0 : std::exp(std::min(0.0, log_ratio));
  if (draw_uniform(stream) < acceptance) std::swap(from, to_);
  return acceptance;
}

double choose_step(const Surrogate& surrogate, const std::vector<std::vector<double>>& points) {
  constexpr std::size_t kTrials = 40;
  constexpr double kWanted = 0.8;
  double step = 1.2;
  for (; step > 0.05; step *= 0.75) {
    Trajectories trajectories(surrogate, step);
    Stream stream({.seed = 1, .purpose = Purpose::tuning});
    double accepted = 0;
    for (std::size_t i = 0; i < kTrials; ++i) {
      SurrogatePoint point = surrogate_point(surrogate, points[i * points.size() / kTrials]);
      accepted += trajectories.move(point, stream) / kTrials;
    }
    if (accepted > kWanted) break;
  }
  return step;
}

void jump_between(const std::vector<std::vector<double>>& modes, std::span<double> log_theta, Stream& stream) {
  if (modes.size() < 2) return;
  const std::size_t from = draw_index(modes.size(), stream);
  const std::size_t others = draw_index(modes.size() - 1, stream);
  const std::size_t to = others < from ? others : others + 1;
  for (std::size_t k = 0; k < log_theta.size(); ++k) log_theta[k] += modes[to][k] - modes[from][k];
}

std::vector<std::vector<double>> draw_from(const Surrogate& surrogate, const std::vector<std::vector<double>>& modes,
                                           double step, std::size_t chains, std::size_t draws, Stream& stream) {
  Trajectories trajectories(surrogate, step);
  const Coordinates& coordinates = surrogate.coordinates();
  std::vector<std::vector<double>> found;
  for (std::size_t c = 0; c < chains; ++c) {
    SurrogatePoint at = surrogate_point(surrogate, modes[c % modes.size()]);
    for (std::size_t i = 1; i <= kToForget + kBetweenDraws * draws; ++i) {
      trajectories.move(at, stream);
      if (modes.size() > 1 && i % kJumpEvery == 0) {
        std::vector<double> log_theta = coordinates.to_log_theta(at.v);
        jump_between(modes, log_theta, stream);
        SurrogatePoint there = surrogate_point(surrogate, log_theta);
        if (std::log(draw_uniform(stream)) < there.value - at.value) at = std::move(there);
      }
      if (i > kToForget && i % kBetweenDraws == 0) found.push_back(coordinates.to_log_theta(at.v));
    }
  }
  return found;
}

}  // namespace lehr

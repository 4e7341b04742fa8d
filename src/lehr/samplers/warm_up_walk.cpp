#include <lehr/samplers/warm_up_walk.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <lehr/base/errors.hpp>
#include <lehr/model/coordinates.hpp>
#include <lehr/random/distributions.hpp>

namespace lehr {
namespace {

constexpr std::size_t kPriorTries = 10;
constexpr double kAcceptance = 0.25;
constexpr std::size_t kAdaptEvery = 10;
constexpr double kNone = -std::numeric_limits<double>::infinity();

/// 2.38 / sqrt(p), the best scale for a Gaussian target.
double first_log_scale(std::size_t parameters) { return std::log(2.38 / std::sqrt(double(parameters))); }

/// The later half of a path, without what lies below `least`.
std::vector<std::vector<double>> later_half(const std::vector<EvaluatedPoint>& path, double least) {
  std::vector<std::vector<double>> half;
  for (std::size_t i = path.size() / 2; i < path.size(); ++i) {
    if (path[i].log_density >= least) half.push_back(path[i].log_theta);
  }
  return half;
}

}  // namespace

WarmUpWalk::WarmUpWalk(std::size_t parameters, std::uint64_t seed, std::uint64_t chain)
    : stream_({seed, Purpose::warm_up, chain}), current_{{}, kNone, {}}, log_scale_(first_log_scale(parameters)) {
  const auto size = static_cast<Index>(parameters);
  steps_ = {0.5 * Matrix::Identity(size, size), std::exp(log_scale_)};
}

std::vector<double> WarmUpWalk::next(const Model& model) {
  return points_.size() < kPriorTries ? model.space().draw_prior(stream_) : steps_.step(current_.log_theta, stream_);
}

void WarmUpWalk::take(EvaluatedPoint point) {
  const bool tries = points_.size() < kPriorTries;
  points_.push_back(std::move(point));
  const EvaluatedPoint& found = points_.back();
  if (tries) {
    if (points_.size() == 1 || found.log_density > current_.log_density) current_ = found;
    return;
  }
  const double log_ratio = found.log_density - current_.log_density;
  const double acceptance = std::isnan(log_ratio) ? 0.0 : std::exp(std::min(0.0, log_ratio));
  if (draw_uniform(stream_) < acceptance) current_ = found;
  path_.push_back(current_);
  adapt(acceptance);
}

/// Robbins-Monro on the log scale; the shape follows the later half of the walk.
void WarmUpWalk::adapt(double acceptance) {
  const std::size_t p = current_.log_theta.size();
  const std::size_t i = path_.size();
  log_scale_ += (acceptance - kAcceptance) * std::min(0.5, 3.0 / std::sqrt(double(i)));
  log_scale_ = std::min(log_scale_, first_log_scale(p) + 0.7);  // a walk that leaps learns nothing
  steps_.scale = std::exp(log_scale_);
  if (i % kAdaptEvery == 0 && i > 4 * p) steps_.factor = shape_factor(later_half(path_, kNone));
}

void WarmUpWalk::check_start() const {
  if (!std::isfinite(current_.log_density)) {
    throw RunError(
        "warm-up found no kernel parameters at which the evidence can be computed; check the data and priors");
  }
}

Learned learn(const std::vector<WarmUpWalk>& walks) {
  Learned learned;
  const std::size_t p = walks.front().path().front().log_theta.size();
  double best = kNone;
  double log_volume = 0;
  for (const WarmUpWalk& walk : walks) {
    learned.points.insert(learned.points.end(), walk.points().begin(), walk.points().end());
    best = std::max(best, walk.path().back().log_density);
    log_volume += walk.steps().log_volume() / double(walks.size());
  }
  // A posterior draw lies some p / 2 below the mode; what lies much lower was still on its way from the prior.
  const double least = best - (6 + 2 * double(p));
  for (const WarmUpWalk& walk : walks) {
    const std::vector<std::vector<double>> later = later_half(walk.path(), least);
    learned.draws.insert(learned.draws.end(), later.begin(), later.end());
    learned.starts.push_back(walk.path().back().log_theta);
  }
  // The pooled shape is wider than that of a walk which saw only a part: keep the volume of a step, which was adapted.
  learned.walk = {shape_factor(learned.draws), 1};
  learned.walk.scale = std::exp((log_volume - learned.walk.log_volume()) / double(p));
  return learned;
}

std::optional<Learned> learn_by_walking(const WarmUpPlan& plan, const Evaluate& evaluate) {
  std::vector<WarmUpWalk> walks;
  for (std::size_t c = 0; c < plan.chains; ++c) walks.emplace_back(plan.model.space().size(), plan.seed, c);
  for (std::size_t i = 0; i < plan.most; ++i) {
    std::vector<std::vector<double>> points;
    for (WarmUpWalk& walk : walks) points.push_back(walk.next(plan.model));
    std::optional<std::vector<EvaluatedPoint>> found = evaluate(std::move(points));
    if (!found) return std::nullopt;
    for (std::size_t c = 0; c < walks.size(); ++c) walks[c].take(std::move((*found)[c]));
  }
  for (const WarmUpWalk& walk : walks) walk.check_start();
  return learn(walks);
}

}  // namespace lehr

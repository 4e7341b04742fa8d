#include <lehr/samplers/warm_up.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

#include <lehr/base/errors.hpp>
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

WarmUpWalk warm_up(const Model& model, std::size_t evaluations, std::uint64_t seed, std::uint64_t chain,
                   const Evaluate& evaluate) {
  const std::size_t p = model.parameter_count();
  Stream stream({seed, Purpose::warm_up, chain});
  WarmUpWalk walk;
  const auto look = [&](std::vector<double> log_theta) {
    walk.points.push_back({std::move(log_theta), 0});
    walk.points.back().log_density = evaluate(walk.points.back().log_theta);
    return walk.points.back();
  };

  EvaluatedPoint current{{}, kNone};
  for (std::size_t i = 0; i < std::min(kPriorTries, evaluations); ++i) {
    const EvaluatedPoint candidate = look(model.draw_prior(stream));
    if (i == 0 || candidate.log_density > current.log_density) current = candidate;
  }

  const auto size = static_cast<Index>(p);
  double log_scale = first_log_scale(p);
  walk.steps = {0.5 * Matrix::Identity(size, size), std::exp(log_scale)};
  for (std::size_t i = 1; walk.points.size() < evaluations; ++i) {
    const EvaluatedPoint candidate = look(walk.steps.step(current.log_theta, stream));
    const double log_ratio = candidate.log_density - current.log_density;
    const double acceptance = std::isnan(log_ratio) ? 0.0 : std::exp(std::min(0.0, log_ratio));
    if (draw_uniform(stream) < acceptance) current = candidate;
    walk.path.push_back(current);
    // Robbins-Monro on the log scale; the shape follows the later half of the walk.
    log_scale += (acceptance - kAcceptance) * std::min(0.5, 3.0 / std::sqrt(double(i)));
    log_scale = std::min(log_scale, first_log_scale(p) + 0.7);  // a walk that leaps learns nothing
    walk.steps.scale = std::exp(log_scale);
    if (i % kAdaptEvery == 0 && walk.path.size() > 4 * p) {
      walk.steps.factor = shape_factor(later_half(walk.path, kNone));
    }
  }
  if (!std::isfinite(current.log_density)) {
    throw RunError(
        "warm-up found no kernel parameters at which the evidence can be computed; check the data and priors");
  }
  return walk;
}

Learned learn(const std::vector<WarmUpWalk>& walks) {
  Learned learned;
  const std::size_t p = walks.front().path.front().log_theta.size();
  double best = kNone;
  double log_volume = 0;
  for (const WarmUpWalk& walk : walks) {
    learned.points.insert(learned.points.end(), walk.points.begin(), walk.points.end());
    best = std::max(best, walk.path.back().log_density);
    log_volume += walk.steps.log_volume() / double(walks.size());
  }
  // A posterior draw lies some p / 2 below the mode; what lies much lower was still on its way from the prior.
  const double least = best - (6 + 2 * double(p));
  for (const WarmUpWalk& walk : walks) {
    const std::vector<std::vector<double>> later = later_half(walk.path, least);
    learned.path.insert(learned.path.end(), later.begin(), later.end());
  }
  // The pooled shape is wider than that of a walk which saw only a part: keep the volume of a step, which was adapted.
  learned.walk = {shape_factor(learned.path), 1};
  learned.walk.scale = std::exp((log_volume - learned.walk.log_volume()) / double(p));
  return learned;
}

}  // namespace lehr

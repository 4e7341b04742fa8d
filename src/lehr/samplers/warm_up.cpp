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

/// 2.38 / sqrt(p), the best scale for a Gaussian target.
double first_log_scale(std::size_t parameters) { return std::log(2.38 / std::sqrt(double(parameters))); }

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

  EvaluatedPoint current{{}, -std::numeric_limits<double>::infinity()};
  for (std::size_t i = 0; i < std::min(kPriorTries, evaluations); ++i) {
    const EvaluatedPoint candidate = look(model.draw_prior(stream));
    if (i == 0 || candidate.log_density > current.log_density) current = candidate;
  }

  walk.log_scale = first_log_scale(p);
  RandomWalk proposal{0.5 * Matrix::Identity(static_cast<Index>(p), static_cast<Index>(p)), 1};
  for (std::size_t i = 1; walk.points.size() < evaluations; ++i) {
    proposal.scale = std::exp(walk.log_scale);
    const EvaluatedPoint candidate = look(proposal.step(current.log_theta, stream));
    const double log_ratio = candidate.log_density - current.log_density;
    const double acceptance = std::isnan(log_ratio) ? 0.0 : std::exp(std::min(0.0, log_ratio));
    if (draw_uniform(stream) < acceptance) current = candidate;
    walk.path.push_back(current.log_theta);
    // Robbins-Monro on the log scale; the shape follows the later half of the walk.
    walk.log_scale += (acceptance - kAcceptance) * std::min(0.5, 3.0 / std::sqrt(double(i)));
    walk.log_scale = std::min(walk.log_scale, first_log_scale(p) + 0.7);  // a walk that leaps learns nothing
    if (i % kAdaptEvery == 0 && walk.path.size() > 4 * p) {
      const auto middle = walk.path.begin() + static_cast<std::ptrdiff_t>(walk.path.size() / 2);
      proposal.factor = shape_factor({middle, walk.path.end()});
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
  double log_scale = 0;
  for (const WarmUpWalk& walk : walks) {
    learned.points.insert(learned.points.end(), walk.points.begin(), walk.points.end());
    learned.path.insert(learned.path.end(), walk.path.begin() + static_cast<std::ptrdiff_t>(walk.path.size() / 2),
                        walk.path.end());
    log_scale += walk.log_scale / double(walks.size());
  }
  learned.walk = {shape_factor(learned.path), std::exp(log_scale)};
  return learned;
}

}  // namespace lehr

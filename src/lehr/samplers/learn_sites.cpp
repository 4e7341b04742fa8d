#include <lehr/samplers/learn_sites.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include <lehr/base/parallel.hpp>
#include <lehr/evidence/at_theta.hpp>
#include <lehr/math/log_sum_exp.hpp>
#include <lehr/samplers/target.hpp>

namespace lehr {
namespace {

// The first three as tried in docs/decisions/0014-learned-sites-serve-alone.md.
constexpr int kSweepsToLearn = 8;
constexpr std::size_t kParticles = 32;   // at each point, to judge by
constexpr double kMostDivergence = 0.5;  // nats
constexpr double kMostOfNoise = 0.99;    // of probit's w, which is below 1: beyond, w / (1 - w) is mostly error
constexpr std::uint64_t kNoChain = std::numeric_limits<std::uint64_t>::max();

using Points = std::vector<std::vector<double>>;

/// Points of the path, evenly and none twice, then those of all evaluated ones, not too improbable, that are farthest
/// from what was taken before: the tails.
Points choose_points(const Learned& learned, std::size_t of_bulk, std::size_t of_tails) {
  Points path = learned.draws;
  path.erase(std::unique(path.begin(), path.end()), path.end());  // where the walk stayed
  Points points;
  for (std::size_t i = 0; i < of_bulk; ++i) points.push_back(path[i * path.size() / of_bulk]);
  points.erase(std::unique(points.begin(), points.end()), points.end());

  const Coordinates coordinates(learned.draws);
  double best = -std::numeric_limits<double>::infinity();
  for (const EvaluatedPoint& point : learned.points) best = std::max(best, point.log_density);
  const double least = best - (6 + 2 * static_cast<double>(points.front().size()));  // as far down as the path goes
  std::vector<const EvaluatedPoint*> others;
  std::vector<Vector> places;
  for (const EvaluatedPoint& point : learned.points) {
    if (!(point.log_density >= least)) continue;
    others.push_back(&point);
    places.push_back(coordinates.to_u(point.log_theta));
  }
  std::vector<double> distances(others.size(), std::numeric_limits<double>::infinity());  // squared, from the taken
  const auto take = [&](const Vector& u) {
    for (std::size_t i = 0; i < places.size(); ++i)
      distances[i] = std::min(distances[i], (places[i] - u).squaredNorm());
  };
  for (const std::vector<double>& point : points) take(coordinates.to_u(point));
  while (points.size() < of_bulk + of_tails && !others.empty()) {
    const auto farthest =
        static_cast<std::size_t>(std::max_element(distances.begin(), distances.end()) - distances.begin());
    if (!(distances[farthest] > 0)) break;
    points.push_back(others[farthest]->log_theta);
    take(places[farthest]);
  }
  return points;
}

/// Of the evaluated points that are not too improbable, from the best on always the one that is farthest from those
/// taken.
std::vector<EvaluatedPoint> choose_evaluated(const Learned& learned, std::size_t count) {
  const Coordinates coordinates(learned.draws);
  double best = -std::numeric_limits<double>::infinity();
  for (const EvaluatedPoint& point : learned.points) best = std::max(best, point.log_density);
  const double least = best - (6 + 2 * static_cast<double>(learned.draws.front().size()));
  std::vector<const EvaluatedPoint*> candidates;
  std::vector<Vector> places;
  std::vector<double> distances;  // squared, from what was taken; at first from the best
  for (const EvaluatedPoint& point : learned.points) {
    if (!(point.log_density >= least)) continue;
    candidates.push_back(&point);
    places.push_back(coordinates.to_u(point.log_theta));
    distances.push_back(point.log_density == best ? std::numeric_limits<double>::infinity() : 1e300);
  }
  std::vector<EvaluatedPoint> chosen;
  while (chosen.size() < std::min(count, candidates.size())) {
    const auto next =
        static_cast<std::size_t>(std::max_element(distances.begin(), distances.end()) - distances.begin());
    if (!(distances[next] > 0)) break;
    chosen.push_back(*candidates[next]);
    for (std::size_t i = 0; i < places.size(); ++i) {
      distances[i] = std::min(distances[i], (places[i] - places[next]).squaredNorm());
    }
  }
  return chosen;
}

std::size_t points_of_tails(std::size_t parameters) { return 4 + 3 * parameters; }

bool judges(const EvidenceMethod& method) { return !method.estimator->draws_from_sites(); }

/// How sites are found that others are learned from.
EvidenceMethod method_to_learn(const EvidenceMethod& method) {
  EvidenceMethod own = method;
  own.sweeps = kSweepsToLearn;
  own.learned = nullptr;
  if (!judges(method)) own.estimator = nullptr;
  return own;
}

/// Those that warm-up found there; made again, to the same bits, where they were not kept.
std::optional<FoundSites> sites_at(const EvaluatedPoint& point, const Dataset& data, const Model& model,
                                   const Approximation& tuned_on, const std::stop_token& stop) {
  if (point.sites != nullptr) return *point.sites;
  std::optional<DeterministicTarget::Value> value =
      DeterministicTarget(data, model, tuned_on, stop).with_slope(point.log_theta);
  if (!value) return std::nullopt;
  return std::move(value->sites);
}

double mean_of(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value / static_cast<double>(values.size());
  return sum;
}

}  // namespace

std::shared_ptr<const LearnedSites> learn_sites(const Dataset& data, const Model& model, const EvidenceMethod& method,
                                                const Approximation& tuned_on, const Learned& learned,
                                                std::uint64_t seed, const RunContext& context) {
  const std::size_t parameters = model.space().size();
  const std::size_t of_bulk = LearnedSites::points_needed(parameters);
  if (learned.draws.size() < of_bulk) return nullptr;
  const EvidenceMethod own = method_to_learn(method);
  Points points;
  std::vector<EvaluatedPoint> evaluated;
  if (learned.surrogate != nullptr && &tuned_on == &method.approximation) {
    evaluated = choose_evaluated(learned, of_bulk + points_of_tails(parameters));
    for (const EvaluatedPoint& point : evaluated) points.push_back(point.log_theta);
  } else {
    points = choose_points(learned, of_bulk, points_of_tails(parameters));
  }

  std::vector<FoundSites> found(points.size());
  std::vector<std::vector<double>> log_weights(points.size());  // of the sites that were found
  for_each_block(points.size(), context.threads, [&](std::size_t i) {
    EvidenceAtTheta at_theta;
    const RunContext quiet{.stop = context.stop};
    if (evaluated.empty()) {
      if (!at_theta.prepare(data, model, model.theta_at(points[i]), own, quiet)) return;
      found[i] = {at_theta.posterior().sites, at_theta.posterior().mean};
    } else {
      std::optional<FoundSites> sites = sites_at(evaluated[i], data, model, tuned_on, context.stop);
      if (!sites) return;
      found[i] = std::move(*sites);
      if (!judges(method)) return;
      if (!at_theta.prepare_with(found[i], data, model, model.theta_at(points[i]), own, quiet)) return;
    }
    if (judges(method)) log_weights[i] = at_theta.log_weights(ParticleKey{seed, kNoChain, i, 0}, kParticles);
  });
  if (context.stopped()) return nullptr;
  const double most_precision = model.likelihood().noise() > 0 ? kMostOfNoise / model.likelihood().noise()
                                                               : std::numeric_limits<double>::infinity();
  auto sites = std::make_shared<LearnedSites>(points, found, most_precision);
  if (!judges(method)) return sites;

  // log Z - mean log w; Z from both kinds of particles, since poor ones alone may have missed it.
  std::vector<double> divergences(points.size(), std::numeric_limits<double>::quiet_NaN());
  for_each_block(points.size(), context.threads, [&](std::size_t i) {
    const std::optional<FoundSites> others = sites->without(i);
    if (!others || log_weights[i].empty()) return;
    divergences[i] = std::numeric_limits<double>::infinity();
    EvidenceAtTheta at_theta;
    const RunContext quiet{.stop = context.stop};
    if (!at_theta.prepare_with(*others, data, model, model.theta_at(points[i]), method, quiet)) return;
    std::vector<double> weights = at_theta.log_weights(ParticleKey{seed, kNoChain, points.size() + i, 0}, kParticles);
    if (weights.empty()) return;
    const double mean = mean_of(weights);
    weights.insert(weights.end(), log_weights[i].begin(), log_weights[i].end());
    const double divergence = log_mean_exp(weights) - mean;
    if (std::isfinite(divergence)) divergences[i] = divergence;
  });
  if (context.stopped()) return nullptr;
  sites->judge(divergences, kMostDivergence);
  return sites;
}

std::size_t points_to_learn_from(std::size_t parameters) {
  return LearnedSites::points_needed(parameters) + points_of_tails(parameters);
}

std::optional<FoundSites> try_to_learn(const Dataset& data, const Model& model, const EvidenceMethod& method,
                                       const std::vector<double>& log_theta, const RunContext& context) {
  const KernelParameters theta = model.theta_at(log_theta);
  const RunContext quiet{.stop = context.stop};
  EvidenceAtTheta at_theta;
  if (!at_theta.prepare(data, model, theta, method_to_learn(method), quiet)) return std::nullopt;
  FoundSites found{at_theta.posterior().sites, at_theta.posterior().mean};
  if (!judges(method)) return found;
  const ParticleKey key{0, kNoChain, 0, 0};
  at_theta.log_weights(key, kParticles);
  if (!at_theta.prepare_with(found, data, model, theta, method, quiet)) return std::nullopt;
  at_theta.log_weights(key, kParticles);
  return found;
}

}  // namespace lehr

#include <lehr/posterior/tail_check.hpp>

#include <algorithm>
#include <chrono>
#include <limits>
#include <mutex>
#include <utility>
#include <vector>

#include <lehr/base/parallel.hpp>
#include <lehr/base/tail_check_cost.hpp>
#include <lehr/diagnostics/quantiles.hpp>
#include <lehr/posterior/find_conditional.hpp>
#include <lehr/posterior/run_states.hpp>
#include <lehr/posterior/tail_cuts.hpp>
#include <lehr/samplers/noise.hpp>

namespace lehr {
namespace {

constexpr std::size_t kPilotDraws = 4;
// The last are warm-up's and the model evidence's.
constexpr std::uint64_t kNoChain = std::numeric_limits<std::uint64_t>::max() - 2;
// At the ends Z is taken to be constant; between them they find a second mode.
constexpr double kPriorShares[] = {0.001, 0.02, 0.1, 0.3, 0.5, 0.7, 0.9, 0.98, 0.999};
constexpr double kDrawShares[] = {0.02, 0.2, 0.5, 0.8, 0.98};
constexpr double kNear = 0.05;  // of the draws' middle 96 %

using Point = std::vector<double>;  // u of all parameters

/// The draws at which conditionals are made.
std::vector<Point> spread_points(const TailCheckInput& input) {
  const Chains& chains = input.chains;
  std::vector<Point> points;
  for (std::size_t chain = 0; chain < chains.chains(); ++chain) {
    for (const std::size_t place : spread_draws(chains.draws, chains.chains(), input.draws)) {
      Point theta;
      for (const auto& draws : chains.parameters) theta.push_back(draws[chain * chains.draws + place]);
      points.push_back(input.model.space().free(theta));
    }
  }
  return points;
}

/// One parameter: its draws of u, and where its conditionals are looked at.
struct Axis {
  Axis(const Parameter& parameter, std::vector<double> natural_draws) : draws(std::move(natural_draws)) {
    for (double& value : draws) value = parameter.free(value);
    for (const double share : kPriorShares) nodes.push_back(parameter.prior_quantile(share));
    std::vector<double> quantiles;
    for (const double share : kDrawShares) quantiles.push_back(quantile(draws, share));
    nodes.insert(nodes.end(), quantiles.begin(), quantiles.end());
    std::sort(nodes.begin(), nodes.end());
    near = kNear * (quantiles.back() - quantiles.front());
  }

  std::vector<double> draws;
  std::vector<double> nodes;
  double near = 0;
};

class Conditionals {
 public:
  Conditionals(const TailCheckInput& input, const RunContext& context)
      : input_(input), context_(context), points_(spread_points(input)) {
    for (std::size_t k = 0; k < input.chains.parameters.size(); ++k) {
      axes_.emplace_back(input.model.space()[k], input.chains.parameters[k]);
    }
    found_.resize(axes_.size() * points_.size());
  }

  /// False after a stop request.
  bool find_all() {
    if (!choose_samples()) return false;
    tell_time_of_first();
    if (context_.stopped()) return false;
    std::size_t done = 1;
    std::mutex mutex;
    for_each_block(found_.size() - 1, context_.threads, [&](std::size_t i) {
      if (context_.stopped()) return;
      find(i + 1);
      const std::scoped_lock lock(mutex);
      context_.progress("tails", static_cast<double>(++done) / static_cast<double>(found_.size()));
    });
    return !context_.stopped();
  }

  TailReport report() const {
    TailReport report;
    report.draws = points_.size();
    for (const FoundConditional& found : found_) {
      report.samples = std::max(report.samples, found.samples);
      report.evaluations += found.evaluations;
    }
    for (std::size_t k = 0; k < axes_.size(); ++k) {
      report.parameters.push_back(
          judge_tails(input_.model.space()[k], {axes_[k].draws, input_.chains.draws}, laws_of(k)));
    }
    describe_tails(report);
    return report;
  }

 private:
  /// How many particles the noise at some draws asks for.
  bool choose_samples() {
    if (input_.method.estimator == nullptr) return true;
    std::vector<Point> pilots;
    for (std::size_t i = 0; i < kPilotDraws; ++i) {
      pilots.push_back(points_[(2 * i + 1) * points_.size() / (2 * kPilotDraws)]);
    }
    const RunContext quiet{.threads = context_.threads, .stop = context_.stop};
    const std::optional<double> noise =
        estimate_noise(input_.data, input_.model, input_.method, pilots, kLeastConditionalSamples, input_.seed, quiet);
    if (noise) samples_ = samples_for_noise(*noise, kLeastConditionalSamples);
    return noise.has_value();
  }

  /// That one alone; the others are supposed to take as long.
  void tell_time_of_first() {
    const auto begin = std::chrono::steady_clock::now();
    find(0);
    const std::chrono::duration<double> first = std::chrono::steady_clock::now() - begin;
    if (context_.observer == nullptr || context_.stopped()) return;
    const int threads = std::clamp(context_.threads, 1, available_threads());
    context_.observer->tail_check_cost(
        {first.count() * static_cast<double>(found_.size() - 1) / threads, axes_.size(), points_.size()});
  }

  void find(std::size_t place) {
    const std::size_t k = place / points_.size();
    const ParticleKey key{input_.seed, kNoChain, place, 0};
    const ConditionalInput input{input_.data, input_.model,   input_.method, points_[place % points_.size()],
                                 k,           axes_[k].nodes, axes_[k].near, key};
    found_[place] = find_conditional(input, samples_, context_);
  }

  /// Without those whose numbers broke down.
  std::vector<Conditional> laws_of(std::size_t parameter) const {
    std::vector<Conditional> laws;
    for (std::size_t m = 0; m < points_.size(); ++m) {
      if (const auto& law = found_[parameter * points_.size() + m].law) laws.push_back(*law);
    }
    return laws;
  }

  const TailCheckInput& input_;
  const RunContext& context_;
  const std::vector<Point> points_;
  std::vector<Axis> axes_;
  std::size_t samples_ = 0;              // particles of an estimate, to begin with
  std::vector<FoundConditional> found_;  // [parameter * points + point]
};

}  // namespace

std::optional<TailReport> check_tails(const TailCheckInput& input, const RunContext& context) {
  Conditionals conditionals(input, context);
  if (!conditionals.find_all()) return std::nullopt;
  return conditionals.report();
}

}  // namespace lehr

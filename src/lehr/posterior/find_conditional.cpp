#include <lehr/posterior/find_conditional.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <lehr/evidence/at_theta.hpp>
#include <lehr/math/log_sum_exp.hpp>

namespace lehr {
namespace {

constexpr std::size_t kMostNodes = 40;
constexpr double kMargin = 1.2;  // on particles: the noise is known to a tenth
constexpr double kNone = -std::numeric_limits<double>::infinity();

/// The point's own value first, which has a place in the middle of the law.
std::vector<double> spread_nodes(const ConditionalInput& input) {
  std::vector<double> nodes = {input.point[input.parameter]};
  for (const double u : input.nodes) {
    const auto is_near = [&](double other) { return std::abs(u - other) <= input.near; };
    if (std::none_of(nodes.begin(), nodes.end(), is_near)) nodes.push_back(u);
  }
  return nodes;
}

/// The sd of the log of the mean, by the delta method.
double noise_of_mean(const std::vector<double>& log_weights, double log_mean) {
  double squares = 0;
  for (const double weight : log_weights) squares += std::pow(std::exp(weight - log_mean) - 1, 2);
  return std::sqrt(squares) / static_cast<double>(log_weights.size());
}

/// log Z along the parameter.
class Evidences {
 public:
  Evidences(const ConditionalInput& input, std::size_t samples, const RunContext& context)
      : input_(input), samples_(samples), context_{.stop = context.stop}, point_(input.point) {}

  ConditionalNode at(double u) {
    ++count_;
    point_[input_.parameter] = u;
    const auto [log_evidence, noise] = estimate();
    return {u, std::isfinite(log_evidence) ? log_evidence : kNone, noise};
  }
  std::size_t count() const { return count_; }

 private:
  struct Estimate {
    double log_evidence = kNone;
    double noise = 0;
  };

  Estimate estimate() {
    if (!Model::is_computable(point_)) return {};
    const KernelParameters theta = input_.model.theta_at(point_);
    if (!at_theta_.prepare(input_.data, input_.model, theta, input_.method, context_)) return {};
    if (input_.method.estimator == nullptr) return {at_theta_.approximation_log_evidence().value_or(kNone)};
    const std::vector<double> weights = at_theta_.log_weights(input_.key, samples_);
    if (weights.empty()) return {};
    const double log_mean = log_mean_exp(weights);
    return std::isfinite(log_mean) ? Estimate{log_mean, noise_of_mean(weights, log_mean)} : Estimate{};
  }

  const ConditionalInput& input_;
  const std::size_t samples_;
  const RunContext context_;
  std::vector<double> point_;
  EvidenceAtTheta at_theta_;
  std::size_t count_ = 0;
};

std::optional<Conditional> law_from(Evidences& evidences, const ConditionalInput& input, const RunContext& context) {
  std::vector<ConditionalNode> nodes;
  for (const double u : spread_nodes(input)) {
    if (context.stopped()) return std::nullopt;
    nodes.push_back(evidences.at(u));
  }
  if (nodes.size() < 2 || nodes.front().log_evidence == kNone) return std::nullopt;
  Conditional law(input.model.space()[input.parameter], std::move(nodes));
  while (law.size() < kMostNodes && !context.stopped()) {
    const std::optional<double> next = law.next_node();
    if (!next) break;
    law.add(evidences.at(*next));
  }
  return law;
}

}  // namespace

std::size_t samples_for_noise(double noise, std::size_t samples) {
  const double wanted = kMargin * static_cast<double>(samples) * std::pow(noise / kConditionalNoise, 2);
  return static_cast<std::size_t>(
      std::ceil(std::clamp(wanted, double{kLeastConditionalSamples}, double{kMostConditionalSamples})));
}

FoundConditional find_conditional(const ConditionalInput& input, std::size_t samples, const RunContext& context) {
  FoundConditional found{.samples = samples};
  while (true) {
    Evidences evidences(input, found.samples, context);
    found.law = law_from(evidences, input, context);
    found.evaluations += evidences.count();
    const bool is_quiet = !found.law || found.law->noise() <= kConditionalNoise;
    if (is_quiet || found.samples >= kMostConditionalSamples || context.stopped()) return found;
    found.samples = samples_for_noise(found.law->noise(), found.samples);
  }
}

}  // namespace lehr

#include <lehr/posterior/model_evidence.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <mutex>
#include <utility>

#include <lehr/base/parallel.hpp>
#include <lehr/evidence/at_theta.hpp>
#include <lehr/math/log_sum_exp.hpp>
#include <lehr/posterior/t_mixture.hpp>
#include <lehr/random/distributions.hpp>

namespace lehr {
namespace {

constexpr std::size_t kBatch = 32;
constexpr double kErrorWanted = 0.02;                                              // nats
constexpr double kShareOfFit = 0.15;                                               // of its iterations
constexpr double kPriorShare = 0.05;                                               // of q
constexpr std::uint64_t kNoChain = std::numeric_limits<std::uint64_t>::max() - 1;  // the last is warm-up's

constexpr double kNone = -std::numeric_limits<double>::infinity();

/// What thetas are drawn from.
class Drawn {
 public:
  Drawn(const ParameterSpace& space, const std::vector<std::vector<double>>& draws) : space_(space), mixture_(draws) {}

  std::vector<double> draw(Stream& stream) const {
    return draw_uniform(stream) < kPriorShare ? space_.draw_prior(stream) : mixture_.draw(stream);
  }
  double log_density(const std::vector<double>& u) const {
    const double logs[] = {std::log(kPriorShare) + space_.log_prior(u),
                           std::log1p(-kPriorShare) + mixture_.log_density(u)};
    return log_sum_exp(logs);
  }

 private:
  const ParameterSpace& space_;
  TMixture mixture_;
};

/// Log weights, each a function of its place alone.
class Weights {
 public:
  Weights(const ModelEvidenceInput& input, const RunContext& context)
      : input_(input), context_(context), drawn_(input.model.space(), input.draws) {}

  double log_weight(std::size_t place) {
    Stream stream({input_.seed, Purpose::model_evidence, 0, place});
    const std::vector<double> u = drawn_.draw(stream);
    if (!Model::is_computable(u)) return kNone;
    std::unique_ptr<EvidenceAtTheta> at_theta = take();
    const double log_estimate = estimate(*at_theta, u, place);
    give_back(std::move(at_theta));
    const double log_weight = log_estimate + input_.model.space().log_prior(u) - drawn_.log_density(u);
    return std::isfinite(log_weight) ? log_weight : kNone;
  }

 private:
  double estimate(EvidenceAtTheta& at_theta, const std::vector<double>& u, std::size_t place) const {
    const RunContext quiet{.stop = context_.stop};
    if (!at_theta.prepare(input_.data, input_.model, input_.model.theta_at(u), input_.method, quiet)) return kNone;
    if (input_.method.estimator == nullptr) return at_theta.approximation_log_evidence().value_or(kNone);
    const std::vector<double> weights =
        at_theta.log_weights(ParticleKey{input_.seed, kNoChain, place, 0}, input_.samples);
    return weights.empty() ? kNone : log_mean_exp(weights);
  }

  // As many as threads ask at once, whose memory is used again.
  std::unique_ptr<EvidenceAtTheta> take() {
    const std::scoped_lock lock(mutex_);
    if (free_.empty()) return std::make_unique<EvidenceAtTheta>();
    std::unique_ptr<EvidenceAtTheta> one = std::move(free_.back());
    free_.pop_back();
    return one;
  }
  void give_back(std::unique_ptr<EvidenceAtTheta> one) {
    const std::scoped_lock lock(mutex_);
    free_.push_back(std::move(one));
  }

  const ModelEvidenceInput& input_;
  const RunContext& context_;
  Drawn drawn_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<EvidenceAtTheta>> free_;
};

/// The log of the mean weight; its error by the delta method.
std::optional<ModelEvidence> mean_of(const std::vector<double>& log_weights) {
  ModelEvidence result;
  result.estimates = log_weights.size();
  result.log_value = log_mean_exp(log_weights);
  if (!std::isfinite(result.log_value)) return std::nullopt;
  const auto count = static_cast<double>(log_weights.size());
  double squares = 0;
  double deviations = 0;
  for (const double log_weight : log_weights) {
    const double weight = std::exp(log_weight - result.log_value);  // over their mean
    squares += weight * weight;
    deviations += (weight - 1) * (weight - 1);
  }
  result.error = std::sqrt(deviations / (count * (count - 1)));
  result.effective = count * count / squares;
  return result;
}

/// Points of the mixture: no fewer than its shape takes.
bool are_enough(std::vector<std::vector<double>> draws) {
  if (draws.empty()) return false;
  const std::size_t parameters = draws.front().size();
  std::sort(draws.begin(), draws.end());
  const auto different = std::unique(draws.begin(), draws.end()) - draws.begin();
  return static_cast<std::size_t>(different) >= parameters + 2;
}

}  // namespace

std::size_t most_model_estimates(double iterations) {
  return std::max(kBatch, static_cast<std::size_t>(kShareOfFit * iterations));
}

std::size_t likely_model_estimates(std::size_t parameters, std::size_t most) {
  return std::min(most, 50 * (parameters + 1));
}

std::optional<ModelEvidence> estimate_model_evidence(const ModelEvidenceInput& input, std::size_t most,
                                                     const RunContext& context) {
  if (!are_enough(input.draws)) return std::nullopt;
  Weights weights(input, context);
  std::vector<double> log_weights;
  std::optional<ModelEvidence> result;
  while (log_weights.size() < most) {
    const std::size_t begin = log_weights.size();
    log_weights.resize(std::min(begin + kBatch, most));
    for_each_block(log_weights.size() - begin, context.threads, [&](std::size_t i) {
      if (!context.stopped()) log_weights[begin + i] = weights.log_weight(begin + i);
    });
    if (context.stopped()) return std::nullopt;
    context.progress("log p(y | model)", static_cast<double>(log_weights.size()) / static_cast<double>(most));
    result = mean_of(log_weights);
    if (result && result->error <= kErrorWanted) break;
  }
  return result;
}

}  // namespace lehr

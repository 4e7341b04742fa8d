#include <lehr/evidence/at_theta.hpp>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <span>

#include <lehr/base/flush_denormals.hpp>
#include <lehr/base/parallel.hpp>
#include <lehr/linalg/jitter.hpp>
#include <lehr/model/covariance.hpp>

namespace lehr {

bool EvidenceAtTheta::prepare(const Dataset& data, const Model& model, const KernelParameters& parameters,
                              const EvidenceMethod& method, const RunContext& context) {
  const FlushDenormals flush;
  y_ = &data.labels;
  likelihood_ = &model.likelihood();
  approximation_ = &method.approximation;
  fill_covariance(data, model.kernel(), parameters, covariance_);
  jitter_ = 0;
  if (method.estimator != nullptr && method.estimator->needs_prior_factor()) {
    // The jitter comes first: K + jitter I is the covariance of everything that follows.
    prior_factor_ = covariance_;
    const std::optional<double> jitter = factorise_with_jitter(prior_factor_);
    if (!jitter) return false;
    jitter_ = *jitter;
    covariance_.diagonal().array() += jitter_;
  }
  if (!method.approximation.fit(problem(), {method.sweeps, context}, posterior_)) return false;
  if (method.estimator == nullptr) return true;
  estimator_ = method.estimator->prepare({problem(), posterior_, &prior_factor_, method.ladder});
  return estimator_ != nullptr;
}

std::optional<double> EvidenceAtTheta::approximation_log_evidence() {
  const FlushDenormals flush;
  return approximation_->log_evidence(problem(), posterior_);
}

std::vector<double> EvidenceAtTheta::log_weights(std::uint64_t seed, std::size_t repeats, std::size_t samples,
                                                 const RunContext& context) const {
  const std::size_t total = repeats * samples;
  const std::size_t block_size = estimator_->block_size();
  const std::size_t blocks = (total + block_size - 1) / block_size;
  std::vector<double> weights(total);
  std::atomic<std::size_t> done{0};
  std::mutex observer_mutex;
  for_each_block(blocks, context.threads, [&](std::size_t block) {
    const std::size_t begin = block * block_size;
    const std::size_t count = std::min(block_size, total - begin);
    std::vector<ParticleKey> keys(count);
    for (std::size_t i = 0; i < count; ++i) {
      keys[i] = {.seed = seed, .chain = 0, .iteration = (begin + i) / samples, .particle = (begin + i) % samples};
    }
    Matrix states;
    estimator_->run(keys, std::span(weights).subspan(begin, count), states);
    const double fraction = double(++done) / double(blocks);
    const std::scoped_lock lock(observer_mutex);
    context.progress("estimates", fraction);
  });
  return weights;
}

}  // namespace lehr

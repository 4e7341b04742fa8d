#include <lehr/evidence/at_theta.hpp>

#include <algorithm>
#include <cmath>
#include <mutex>
#include <span>
#include <utility>

#include <lehr/base/flush_denormals.hpp>
#include <lehr/base/memory.hpp>
#include <lehr/base/parallel.hpp>
#include <lehr/linalg/jitter.hpp>
#include <lehr/math/log_sum_exp.hpp>
#include <lehr/model/covariance.hpp>
#include <lehr/model/low_rank.hpp>
#include <lehr/random/distributions.hpp>

namespace lehr {

bool EvidenceAtTheta::prepare(const Dataset& data, const Model& model, const KernelParameters& parameters,
                              const EvidenceMethod& method, const RunContext& context) {
  const FlushDenormals flush;
  estimator_.reset();
  y_ = &data.labels;
  likelihood_ = &model.likelihood();
  approximation_ = &method.approximation;
  const bool draws = method.estimator == nullptr || method.estimator->draws_from_sites();
  if (!fill_covariance_of(data, model, parameters, method.estimator != nullptr && draws)) return false;
  ApproximationSettings settings{
      .sweeps = method.sweeps, .roughly = method.roughly, .only_sites = !draws, .context = context};
  std::optional<Sites> start;
  if (method.learned) start = method.learned->at(model.log_theta(parameters));
  if (start) settings.start = &*start;
  if (!method.approximation.fit(problem(), settings, posterior_)) return false;
  if (method.estimator == nullptr) return true;
  estimator_ = method.estimator->prepare(
      {problem(), posterior_, factored_ ? nullptr : &prior_factor_, method.ladder, estimator_buffers_});
  return estimator_ != nullptr;
}

bool EvidenceAtTheta::fill_covariance_of(const Dataset& data, const Model& model, const KernelParameters& parameters,
                                         bool needs_prior_factor) {
  jitter_ = 0;
  std::optional<Matrix> factor = low_rank_factor(data, model.kernel(), parameters);
  factored_ = factor.has_value();
  if (factored_) {
    covariance_ = std::move(*factor);
    return true;
  }
  if (!has_dense_matrices_) check_memory_for(data.rows, kMatricesAtTheta);
  has_dense_matrices_ = true;
  fill_covariance(data, model.kernel(), parameters, covariance_);
  if (!needs_prior_factor) return true;
  // The jitter comes first: K + jitter I is the covariance of everything that follows.
  const std::optional<double> jitter = factorise_with_jitter(covariance_, prior_factor_);
  if (!jitter) return false;
  jitter_ = *jitter;
  covariance_.diagonal().array() += jitter_;
  return true;
}

std::optional<double> EvidenceAtTheta::approximation_log_evidence() {
  const FlushDenormals flush;
  if (!posterior_.is_complete && !posterior_.complete(problem().covariance)) return std::nullopt;
  return approximation_->log_evidence(problem(), posterior_);
}

template <class Key, class Finished>
std::vector<double> EvidenceAtTheta::run_particles(std::size_t total, int threads, const Key& key,
                                                   const Finished& finished) const {
  const std::size_t block_size = estimator_->block_size();
  std::vector<double> weights(total);
  for_each_block((total + block_size - 1) / block_size, threads, [&](std::size_t block) {
    const std::size_t begin = block * block_size;
    const std::size_t count = std::min(block_size, total - begin);
    std::vector<ParticleKey> keys;
    for (std::size_t i = 0; i < count; ++i) keys.push_back(key(begin + i));
    Matrix states;
    estimator_->run(keys, std::span(weights).subspan(begin, count), states);
    finished(begin, states);
  });
  return weights;
}

EvidenceAtTheta::Estimate EvidenceAtTheta::estimate(const ParticleKey& key, std::size_t samples, Stream pick,
                                                    int threads) const {
  Matrix all_states(covariance_.rows(), static_cast<Index>(samples));
  const auto particle_key = [&](std::size_t particle) {
    ParticleKey result = key;
    result.particle = particle;
    return result;
  };
  const std::vector<double> weights =
      run_particles(samples, threads, particle_key, [&](std::size_t begin, const Matrix& states) {
        all_states.middleCols(static_cast<Index>(begin), states.cols()) = states;
      });
  // The particle where the running sum of the weights passes a uniform share of their total.
  const double log_total = log_sum_exp(weights);
  double left = draw_uniform(pick);
  std::size_t picked = 0;
  while (picked + 1 < samples && (left -= std::exp(weights[picked] - log_total)) > 0) ++picked;
  return {log_mean_exp(weights), all_states.col(static_cast<Index>(picked))};
}

std::vector<double> EvidenceAtTheta::log_weights(std::uint64_t seed, std::size_t repeats, std::size_t samples,
                                                 const RunContext& context, Matrix* states) const {
  const std::size_t total = repeats * samples;
  if (states != nullptr) states->resize(covariance_.rows(), static_cast<Index>(total));
  std::size_t done = 0;
  std::mutex mutex;
  const auto particle_key = [&](std::size_t i) {
    return ParticleKey{.seed = seed, .chain = 0, .iteration = i / samples, .particle = i % samples};
  };
  return run_particles(total, context.threads, particle_key, [&](std::size_t begin, const Matrix& block) {
    if (states != nullptr) states->middleCols(static_cast<Index>(begin), block.cols()) = block;
    const std::scoped_lock lock(mutex);
    done += static_cast<std::size_t>(block.cols());
    context.progress("estimates", double(done) / double(total));
  });
}

}  // namespace lehr

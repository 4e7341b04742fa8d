#include <lehr/evidence/at_theta.hpp>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <mutex>
#include <span>
#include <utility>

#include <lehr/base/flush_denormals.hpp>
#include <lehr/base/parallel.hpp>
#include <lehr/math/log_sum_exp.hpp>
#include <lehr/random/distributions.hpp>

namespace lehr {

bool EvidenceAtTheta::begin(const Dataset& data, const Model& model, const KernelParameters& theta,
                            const EvidenceMethod& method, const RunContext& context) {
  if (estimator_ != nullptr) used_estimator_ = std::move(estimator_);
  data_ = &data;
  model_ = &model;
  approximation_ = &method.approximation;
  stop_ = context.stop;
  density_ = model.density(data.responses, theta);
  prior_ =
      choose_prior({data, model.covariance(theta), Use::sites, stop_, density_->curvature_bound()}, std::move(prior_));
  if (prior_ == nullptr) return false;
  const bool draws_particles = method.estimator != nullptr && method.estimator->draws_from_sites();
  return !draws_particles || prior_->prepare_draws();
}

void EvidenceAtTheta::take(FoundSites sites) {
  posterior_.begin(*prior_);
  posterior_.sites = std::move(sites.sites);
  posterior_.mean = std::move(sites.mean);
}

bool EvidenceAtTheta::prepare_estimator(const EvidenceMethod& method) {
  if (method.estimator == nullptr) return true;
  estimator_ = method.estimator->prepare({problem(), posterior_, method.ladder, stop_}, std::move(used_estimator_));
  return estimator_ != nullptr;
}

bool EvidenceAtTheta::prepare(const Dataset& data, const Model& model, const KernelParameters& theta,
                              const EvidenceMethod& method, const RunContext& context) {
  const FlushDenormals flush;
  if (!begin(data, model, theta, method, context)) return false;
  const bool draws = method.estimator == nullptr || method.estimator->draws_from_sites();
  ApproximationSettings settings{
      .sweeps = method.sweeps, .roughly = method.roughly, .only_sites = !draws, .context = context};
  std::optional<FoundSites> learned;
  if (method.learned) learned = method.learned->at(model.free(theta));
  if (learned && !draws && method.learned->serves(model.free(theta))) {
    take(std::move(*learned));
    return prepare_estimator(method);
  }
  if (learned) settings.start = &learned->sites;
  const bool gives_back = !draws && has_many_rows(data.rows);
  if (gives_back) used_estimator_.reset();
  if (!method.approximation.fit(problem(), settings, posterior_)) return false;
  if (gives_back) posterior_.law.reset();
  return prepare_estimator(method);
}

bool EvidenceAtTheta::prepare_with(const FoundSites& sites, const Dataset& data, const Model& model,
                                   const KernelParameters& theta, const EvidenceMethod& method,
                                   const RunContext& context) {
  const FlushDenormals flush;
  if (!begin(data, model, theta, method, context)) return false;
  take(sites);
  return prepare_estimator(method);
}

bool EvidenceAtTheta::prepare_for_slope(const Dataset& data, const Model& model, const KernelParameters& theta,
                                        const EvidenceMethod& method, const RunContext& context) {
  const FlushDenormals flush;
  EvidenceMethod own = method;
  own.estimator = nullptr;
  if (!begin(data, model, theta, own, context)) return false;
  const ApproximationSettings settings{
      .sweeps = own.sweeps, .roughly = own.roughly, .only_sites = true, .context = context};
  return own.approximation.fit(problem(), settings, posterior_) && posterior_.complete_with_marginals();
}

std::optional<std::vector<double>> EvidenceAtTheta::approximation_slope() {
  const FlushDenormals flush;
  return approximation_->gradient(problem(), posterior_);
}

std::optional<double> EvidenceAtTheta::approximation_log_evidence() {
  const FlushDenormals flush;
  if (posterior_.law == nullptr) posterior_.law = prior_->under_sites();  // it was given back
  if (!posterior_.is_complete && !posterior_.complete()) return std::nullopt;
  return approximation_->log_evidence(problem(), posterior_);
}

template <class Key, class Finished>
std::vector<double> EvidenceAtTheta::run_particles(std::size_t total, const RunContext& context, const Key& key,
                                                   const Finished& finished) const {
  const std::size_t block_size = estimator_->block_size();
  std::vector<double> weights(total);
  for_each_block((total + block_size - 1) / block_size, context.threads, [&](std::size_t block) {
    if (context.stopped()) return;
    const std::size_t begin = block * block_size;
    const std::size_t count = std::min(block_size, total - begin);
    std::vector<ParticleKey> keys;
    for (std::size_t i = 0; i < count; ++i) keys.push_back(key(begin + i));
    Matrix ends;
    estimator_->run(keys, std::span(weights).subspan(begin, count), ends);
    finished(begin, ends);
  });
  if (context.stopped()) weights.clear();
  return weights;
}

std::optional<EvidenceAtTheta::Estimate> EvidenceAtTheta::estimate(const ParticleKey& key, std::size_t samples,
                                                                   Stream pick, int threads) const {
  Matrix all_ends(prior_->size(), static_cast<Index>(samples));
  const auto particle_key = [&](std::size_t particle) {
    ParticleKey result = key;
    result.particle = particle;
    return result;
  };
  const std::vector<double> weights = run_particles(
      samples, {.threads = threads, .stop = stop_}, particle_key, [&](std::size_t begin, const Matrix& ends) {
        all_ends.middleCols(static_cast<Index>(begin), ends.cols()) = ends;
      });
  if (weights.empty()) return std::nullopt;
  // The particle where the running sum of the weights passes a uniform share of their total.
  const double log_total = log_sum_exp(weights);
  double left = draw_uniform(pick);
  std::size_t picked = 0;
  while (picked + 1 < samples && (left -= std::exp(weights[picked] - log_total)) > 0) ++picked;
  return Estimate{log_mean_exp(weights), all_ends.col(static_cast<Index>(picked))};
}

/// With the jitter that drawing f takes, in the law under sites too: the evidence, found before, is without.
std::optional<Vector> EvidenceAtTheta::draw_from_approximation(Stream& stream) {
  assert(posterior_.is_complete);
  const double before = prior_->jitter();
  if (!prior_->prepare_draws()) return std::nullopt;
  if (prior_->jitter() > before && !posterior_.complete()) return std::nullopt;
  Vector f = posterior_.law->draw_one(posterior_.mean, stream);
  if (stop_.stop_requested()) return std::nullopt;
  return f;
}

/// From the estimator's factor where there is one; else by a factorisation.
std::optional<Vector> EvidenceAtTheta::alpha_of(const Vector& state) const {
  std::optional<Vector> alpha = estimator_ == nullptr ? std::nullopt : estimator_->alpha(state);
  if (alpha) return alpha;
  const std::unique_ptr<Regression> law = prior_->regression(density_->noise(), Accuracy::full);
  if (law == nullptr) return std::nullopt;
  return law->alpha(prior_->rows_of(state));
}

std::optional<EvidenceAtTheta::LatentDraw> EvidenceAtTheta::draw_latents(const Vector& end, bool with_latent,
                                                                         Stream& stream) {
  std::optional<LatentDraw> draw = draw_state(end, with_latent, stream);
  if (!draw) return std::nullopt;
  std::optional<Vector> alpha = alpha_of(draw->state);
  if (!alpha) return std::nullopt;
  assert(draw->state.size() == prior_->state_size());
  draw->alpha = std::move(*alpha);
  return draw;
}

std::optional<EvidenceAtTheta::LatentDraw> EvidenceAtTheta::draw_state(const Vector& end, bool with_latent,
                                                                       Stream& stream) {
  const bool is_other = density_->noise() > 0;  // than the state
  LatentDraw draw;
  if (estimator_ != nullptr) {
    draw.state = estimator_->state(end, stream);
    if (!is_other || !with_latent) return draw;
    std::optional<Vector> latent = estimator_->latent(end, stream);
    if (!latent) return std::nullopt;
    draw.latent = std::move(*latent);
    return draw;
  }
  std::optional<Vector> f = draw_from_approximation(stream);
  if (!f) return std::nullopt;
  draw.state.resize(f->size());
  const auto rows = static_cast<std::size_t>(f->size());
  density_->draw_state({f->data(), rows}, stream, {draw.state.data(), rows});
  if (is_other && with_latent) draw.latent = std::move(*f);
  return draw;
}

std::vector<double> EvidenceAtTheta::log_weights(std::uint64_t seed, std::size_t repeats, std::size_t samples,
                                                 const RunContext& context, Matrix* ends) const {
  const std::size_t total = repeats * samples;
  if (ends != nullptr) ends->resize(prior_->size(), static_cast<Index>(total));
  std::size_t done = 0;
  std::mutex mutex;
  const auto particle_key = [&](std::size_t i) {
    return ParticleKey{.seed = seed, .chain = 0, .iteration = i / samples, .particle = i % samples};
  };
  return run_particles(total, context, particle_key, [&](std::size_t begin, const Matrix& block) {
    if (ends != nullptr) ends->middleCols(static_cast<Index>(begin), block.cols()) = block;
    const std::scoped_lock lock(mutex);
    done += static_cast<std::size_t>(block.cols());
    context.progress("estimates", double(done) / double(total));
  });
}

std::vector<double> EvidenceAtTheta::log_weights(const ParticleKey& first, std::size_t count) const {
  const auto key = [&](std::size_t i) {
    ParticleKey result = first;
    result.particle += i;
    return result;
  };
  return run_particles(count, {.stop = stop_}, key, [](std::size_t /*begin*/, const Matrix& /*ends*/) {});
}

}  // namespace lehr

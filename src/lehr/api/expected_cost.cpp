#include <lehr/api/expected_cost.hpp>

#include <sys/resource.h>

#include <algorithm>
#include <ctime>
#include <limits>
#include <memory>
#include <utility>

#include <lehr/api/fit_parts.hpp>
#include <lehr/api/time_left.hpp>
#include <lehr/base/flush_denormals.hpp>
#include <lehr/base/parallel.hpp>
#include <lehr/evidence/at_theta.hpp>
#include <lehr/posterior/left_out_densities.hpp>
#include <lehr/posterior/model_evidence.hpp>
#include <lehr/priors/prior_form.hpp>
#include <lehr/random/distributions.hpp>
#include <lehr/run_file/blocks.hpp>
#include <lehr/samplers/fit.hpp>
#include <lehr/samplers/learn_sites.hpp>
#include <lehr/samplers/noise.hpp>
#include <lehr/samplers/sampler.hpp>
#include <lehr/samplers/target.hpp>

namespace lehr {
namespace {

constexpr std::size_t kRowsToTry = 150;  // by which a typical theta is chosen
constexpr std::size_t kThetasToTry = 40;
constexpr double kForTheRunFile = 12e6;  // bytes that the libraries of the run file take
constexpr double kLongEnough = 0.05;     // seconds; what takes less is timed three times

double thread_seconds() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

/// Bytes that the process has held at most.
double peak_memory() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return 1024.0 * static_cast<double>(usage.ru_maxrss);
}

/// Seconds of a piece of work; nothing where it failed. The first time is not the best: memory is new to it.
template <class Work>
std::optional<double> seconds_of(const Work& work) {
  double least = std::numeric_limits<double>::infinity();
  for (int times = 0; times < 3 && (times == 0 || least < kLongEnough); ++times) {
    const double begin = thread_seconds();
    if (!work()) return std::nullopt;
    least = std::min(least, thread_seconds() - begin);
  }
  return least;
}

/// Rows at equal distances, so that a sorted table gives all of its classes.
Dataset some_rows(const Dataset& data) {
  if (data.rows <= kRowsToTry) return data;
  Dataset some;
  some.rows = kRowsToTry;
  some.features = data.features;
  some.feature_names = data.feature_names;
  some.responses.kind = data.responses.kind;
  const auto row = [&](std::size_t i) { return i * data.rows / kRowsToTry; };
  for (std::size_t j = 0; j < data.features; ++j) {
    for (std::size_t i = 0; i < kRowsToTry; ++i) some.inputs.push_back(data.feature(j)[row(i)]);
  }
  for (std::size_t i = 0; i < kRowsToTry; ++i) some.responses.value.push_back(data.responses.value[row(i)]);
  return some;
}

/// The best of some draws of the prior, given some of the rows.
std::vector<double> typical_theta(const RunInfo& info, const Model& model, const RunContext& context) {
  const Dataset some = some_rows(info.data);
  DeterministicTarget target(some, model, tuning_approximation(info.fit.tune_on), context.stop);
  Stream stream({info.fit.evidence.seed, Purpose::timing});
  std::vector<double> best;
  double highest = -std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < kThetasToTry && !context.stopped(); ++i) {
    std::vector<double> log_theta = model.space().draw_prior(stream);
    const double value = target.log_density(log_theta).value_or(-std::numeric_limits<double>::infinity());
    if (best.empty() || value > highest) {
      best = std::move(log_theta);
      highest = value;
    }
  }
  return best;
}

std::optional<double> try_evaluation(const RunInfo& info, const Model& model, const std::vector<double>& log_theta,
                                     const RunContext& context) {
  DeterministicTarget target(info.data, model, tuning_approximation(info.fit.tune_on), context.stop);
  return seconds_of([&] {
    return (numbers_of_evaluation(info.fit, log_theta.size()) > 1 ? target.with_slope(log_theta).has_value()
                                                                  : target.log_density(log_theta).has_value());
  });
}

/// Sites as if they had been learned around theta, with what it takes to find them at one point.
struct TriedSites {
  std::shared_ptr<const LearnedSites> learned = nullptr;
  double seconds = 0;  // at all points
};

/// Nothing where the numbers break down; without sites where a fit learns none.
std::optional<TriedSites> try_sites(const RunInfo& info, const Model& model, const std::vector<double>& log_theta,
                                    const EvidenceMethod& method, const RunContext& context) {
  if (!learns_sites(info.fit, method)) return TriedSites{};
  FoundSites found;
  const std::optional<double> seconds = seconds_of([&] {
    std::optional<FoundSites> sites = try_to_learn(info.data, model, method, log_theta, context);
    if (sites) found = std::move(*sites);
    return sites.has_value();
  });
  if (!seconds) return std::nullopt;
  const std::size_t count = points_to_learn_from(log_theta.size());
  Stream stream({info.fit.evidence.seed, Purpose::timing, 1});
  std::vector<std::vector<double>> points(count, log_theta);
  constexpr double kAround = 0.1;  // the sites are those of the middle anyway
  for (std::vector<double>& point : points) {
    for (double& value : point) value += kAround * draw_normal(stream);
  }
  auto sites = std::make_shared<LearnedSites>(points, std::vector<FoundSites>(count, found),
                                              std::numeric_limits<double>::infinity());
  sites->judge(std::vector<double>(count, 0.0), 1);  // no divergence: they serve without a sweep
  return TriedSites{std::move(sites), static_cast<double>(count) * *seconds};
}

/// Seconds of one iteration, and of its particles alone.
struct TriedIteration {
  double seconds;
  double particles;
};

std::optional<TriedIteration> try_iteration(const RunInfo& info, const Model& model,
                                            const std::vector<double>& log_theta, const EvidenceMethod& method,
                                            const RunContext& context) {
  EvidenceAtTheta at_theta;
  double particles = 0;
  const std::uint64_t seed = info.fit.evidence.seed;
  const std::optional<double> seconds = seconds_of([&] {
    if (!at_theta.prepare(info.data, model, model.theta_at(log_theta), method, {.stop = context.stop})) return false;
    Vector end;
    if (method.estimator == nullptr) {
      if (!at_theta.approximation_log_evidence()) return false;
    } else {
      const double begin = thread_seconds();
      auto estimate = at_theta.estimate({seed, 0, 0, 0}, static_cast<std::size_t>(info.fit.evidence.importance_samples),
                                        Stream({seed, Purpose::timing, 2}), 1);
      if (!estimate) return false;
      end = std::move(estimate->end);
      particles = thread_seconds() - begin;
    }
    Stream stream({seed, Purpose::timing, 3});
    return at_theta.draw_latents(end, info.fit.keep_latents, stream).has_value();
  });
  if (!seconds) return std::nullopt;
  return TriedIteration{*seconds, particles};
}

/// Fills in the seconds, as far as they can be measured.
void try_work(FitCost& cost, const RunInfo& info, const Model& model, int threads, const RunContext& context) {
  const FlushDenormals flush;
  const std::vector<double> log_theta = typical_theta(info, model, context);
  EvidenceMethod method = choose_chain_method(info.fit.evidence, model.likelihood(), info.data.rows);
  const std::optional<double> evaluation = try_evaluation(info, model, log_theta, context);
  if (!evaluation) return;
  const std::optional<TriedSites> sites = try_sites(info, model, log_theta, method, context);
  if (!sites) return;
  method.learned = sites->learned;
  const std::optional<TriedIteration> iteration = try_iteration(info, model, log_theta, method, context);
  if (!iteration) return;
  cost.evaluation_seconds = *evaluation;
  cost.learning_seconds = sites->seconds / threads;
  cost.iteration_seconds = iteration->seconds;
  const double repeats = static_cast<double>(kRepeatsForNoise) * iteration->particles / threads;
  cost.ending_seconds = static_cast<double>(kStatesForNoise) * (iteration->seconds - iteration->particles + repeats);
}

/// What the store has of each chain.
void look_up(FitCost& cost, const FitStore& store) {
  for (std::size_t chain = 0; chain < cost.chains; ++chain) {
    std::size_t evaluations = 0;
    while (evaluations < cost.evaluations && store.known_evaluation(chain, evaluations)) ++evaluations;
    cost.known_evaluations.push_back(evaluations);
    const std::optional<FitStore::Kept> kept = store.known_draws(chain);
    cost.known_draws.push_back(kept ? kept->draws : 0);
  }
}

}  // namespace

FitCost expected_cost(const RunInfo& info, const Model& model, const FitStore& store, const RunContext& context) {
  const Sampler& sampler = samplers::named(info.fit.sampler);
  const std::size_t parameters = model.space().size();
  const std::size_t chains = info.fit.chains;
  const int threads = std::clamp(context.threads, 1, available_threads());
  const std::size_t used = std::min(static_cast<std::size_t>(threads), chains);

  FitCost cost;
  cost.parameters = parameters;
  cost.chains = chains;
  const std::size_t turns = (chains + used - 1) / used;
  cost.at_once = static_cast<double>(chains) / static_cast<double>(turns);
  cost.evaluations = sampler.expected_evaluations(parameters, chains, info.fit.warmup);
  cost.settling = sampler.settling_iterations();
  cost.thin = info.fit.thin;
  cost.most_draws = info.fit.most_draws();
  cost.goal = info.fit.used_goal();
  cost.effective_share = sampler.expected_effective_share(parameters);
  look_up(cost, store);

  const double before = peak_memory();
  try_work(cost, info, model, threads, context);
  const double of_chains = (peak_memory() - before) * static_cast<double>(chains);    // each keeps its matrices
  const double of_warm_up = prior_forms::most_bytes(info.data.rows, Use::gradients);  // at thetas of any form
  cost.memory_bytes = before + std::max(of_chains, of_warm_up * static_cast<double>(used)) + kForTheRunFile;
  const std::size_t draws = TimeLeft(cost, 0).draws();
  const auto iterations = static_cast<double>(chains * (cost.evaluations + cost.settling + draws * cost.thin));
  const bool learned =
      learns_sites(info.fit, choose_chain_method(info.fit.evidence, model.likelihood(), info.data.rows));
  const LeftOutWork left_out = left_out_work(parameters, info.data.rows, iterations, learned);
  cost.ending_seconds += left_out.iterations * cost.iteration_seconds / static_cast<double>(used);
  if (info.fit.model_evidence) {
    const std::size_t estimates = likely_model_estimates(parameters, most_model_estimates(iterations));
    cost.ending_seconds += static_cast<double>(estimates) * cost.iteration_seconds / static_cast<double>(used);
  }
  cost.file_bytes = static_cast<double>(
      largest_size(info, contents_of(info, draws, cost.evaluations * numbers_of_evaluation(info.fit, parameters))));
  return cost;
}

}  // namespace lehr

#include <lehr/samplers/fit.hpp>

#include <algorithm>
#include <cassert>
#include <limits>
#include <utility>

#include <lehr/base/errors.hpp>
#include <lehr/base/parallel.hpp>
#include <lehr/samplers/learn_sites.hpp>
#include <lehr/samplers/sampler.hpp>
#include <lehr/samplers/target.hpp>

namespace lehr {

std::size_t next_look(std::size_t draws, std::size_t most) {
  std::size_t look = 100;
  while (look < draws) look += look / 4;
  return std::min(look, most);
}

bool learns_sites(const FitSettings& settings, const EvidenceMethod& method) {
  const bool asked = settings.evidence.ep_sweeps.has_value() || settings.evidence.ep_converged;
  return method.estimator != nullptr && method.approximation.sweeps() && !asked;
}

Fit::Fit(const Dataset& data, const Model& model, FitSettings settings, FitStore& store, RunContext context,
         GoalRule goal_rule)
    : data_(data),
      model_(model),
      settings_(std::move(settings)),
      store_(store),
      context_(std::move(context)),
      goal_rule_(std::move(goal_rule)),
      method_(choose_chain_method(settings_.evidence, model.likelihood(), data.rows)),
      evaluations_(
          data_, model_, settings_, store_, context_,
          [this](std::size_t chain, std::size_t index, std::span<const double> log_theta) {
            tell({chain, ChainPhase::warm_up, index, std::max(expected_evaluations_, index + 1), false, log_theta});
          }),
      expected_evaluations_(samplers::named(settings_.sampler)
                                .expected_evaluations(model.space().size(), settings_.chains, settings_.warmup)),
      runs_(settings_.chains) {
  tuning_approximation(settings_.tune_on);  // refuses what cannot be tuned on
}

bool Fit::advance(std::size_t evaluations) {
  if (phase_ == FitPhase::warm_up && warm_up(evaluations)) {
    phase_ = FitPhase::learning;
  } else if (phase_ == FitPhase::learning && learn()) {
    phase_ = FitPhase::starting;
  } else if (phase_ == FitPhase::starting && start()) {
    phase_ = FitPhase::sampling;
  } else if (phase_ == FitPhase::sampling && sample()) {
    phase_ = FitPhase::finished;
  }
  return phase_ != FitPhase::finished && !stopped();
}

FitOutcome Fit::outcome() const {
  FitOutcome outcome = outcome_;
  outcome.interrupted = phase_ != FitPhase::finished;
  outcome.warmup_evaluations = evaluations_.count();
  if (goal_rule_) outcome.goal_reached = outcome_.goal_reached.value_or(false);
  return outcome;
}

/// Made anew from what is known until it comes to its end: it goes the same way however often it was stopped.
bool Fit::warm_up(std::size_t evaluations) {
  evaluations_.begin(evaluations);
  learned_ = samplers::named(settings_.sampler)
                 .learn({model_, settings_.chains, settings_.warmup, settings_.evidence.seed, context_.stop},
                        [&](std::vector<std::vector<double>> points) { return evaluations_.at(std::move(points)); });
  return learned_.has_value();
}

bool Fit::learn() {
  freeze();
  return learn_sites();
}

void Fit::freeze() {
  outcome_.sampler = settings_.sampler;
  proposal_ = samplers::named(outcome_.sampler).freeze(*learned_, outcome_.fallback_reason);
  if (proposal_) outcome_.emulator = learned_->surrogate;
  if (!proposal_) {
    outcome_.sampler = "metropolis";
    std::string none;
    proposal_ = samplers::named(outcome_.sampler).freeze(*learned_, none);
  }
  settling_ = samplers::named(outcome_.sampler).settling_iterations();
  if (context_.observer != nullptr) context_.observer->sampler_chosen({outcome_.sampler, outcome_.fallback_reason});
}

/// False when it was stopped.
bool Fit::learn_sites() {
  if (!learns_sites(settings_, method_)) return true;
  method_.learned = lehr::learn_sites(data_, model_, method_, tuning_approximation(settings_.tune_on), *learned_,
                                      settings_.evidence.seed, context_);
  outcome_.learned_sites = method_.learned;
  return !stopped();
}

bool Fit::start() {
  for_each_block(settings_.chains, context_.threads, [&](std::size_t chain) { start_chain(chain); });
  return std::all_of(runs_.begin(), runs_.end(), [](const Run& run) { return run.ready; });
}

bool Fit::begin(std::size_t chain) {
  Run& run = runs_[chain];
  auto made = std::make_unique<PseudoMarginalChain>(
      ChainSetup{.data = data_,
                 .model = model_,
                 .method = method_,
                 .samples = static_cast<std::size_t>(settings_.evidence.importance_samples),
                 .seed = settings_.evidence.seed,
                 .chain = chain,
                 .keep_latents = settings_.keep_latents,
                 .threads = std::max(1, context_.threads / static_cast<int>(settings_.chains)),
                 .stop = context_.stop});
  if (std::optional<FitStore::Kept> kept = store_.known_draws(chain)) {
    run.draws = kept->draws;
    run.iterations = settling_ + run.draws * settings_.thin;
    run.state = std::move(kept->last);
    if (goal_rule_) {
      assert(kept->log_thetas.size() == run.draws);
      for (const std::vector<double>& log_theta : kept->log_thetas) {
        run.thetas.push_back(model_.space().natural(log_theta));
      }
    }
  } else {
    std::optional<ChainState> state = made->start(learned_->starts[chain]);
    if (!state && stopped()) return false;
    if (!state) throw RunError("the evidence cannot be estimated where warm-up ended; try another estimator");
    run.state = std::move(*state);
  }
  run.chain = std::move(made);
  return true;
}

void Fit::start_chain(std::size_t chain) {
  Run& run = runs_[chain];
  if (stopped() || run.ready) return;
  if (!run.chain && !begin(chain)) return;
  while (run.iterations < settling_) {
    const std::optional<bool> accepted = iterate(run);
    if (!accepted) return;
    tell({chain, ChainPhase::settling, run.iterations, settling_, *accepted, run.state.log_theta});
  }
  if (!run.chain->complete(run.state)) {
    if (stopped()) return;
    run = {};  // where f is drawn at once, proposals at which it cannot be drawn are rejected
    run.settles_with = DrawVectors::now;
    return start_chain(chain);
  }
  run.ready = true;
  run.way = {};
  tell({chain, ChainPhase::sampling, run.draws, settings_.most_draws(), false, run.state.log_theta});
}

/// In rounds, so that chains which share a thread are about equally far whenever the run is stopped.
bool Fit::sample() {
  const std::size_t most = settings_.most_draws();
  const auto behind = [](const Run& a, const Run& b) { return a.draws < b.draws; };
  // A resumed run looks again at the lengths it has passed: it may have been begun with another goal, or none.
  if (look_ == 0) look_ = goal_rule_ ? next_look(0, most) : most;
  const std::size_t round = std::max<std::size_t>(10, look_ / 50);
  const std::size_t least = std::min_element(runs_.begin(), runs_.end(), behind)->draws;
  const std::size_t goal = std::min((least / round + 1) * round, look_);
  for_each_block(settings_.chains, context_.threads, [&](std::size_t chain) { sample_chain(chain, goal); });
  if (std::min_element(runs_.begin(), runs_.end(), behind)->draws < look_) return false;
  if (!goal_rule_) return true;
  outcome_.goal_reached = meets_goal(look_);
  if (*outcome_.goal_reached || look_ == most) return true;
  look_ = next_look(look_ + 1, most);
  return false;
}

bool Fit::meets_goal(std::size_t draws) const {
  std::vector<std::vector<double>> parameters(model_.space().size());
  for (std::size_t p = 0; p < parameters.size(); ++p) {
    for (const Run& run : runs_) {
      for (std::size_t draw = 0; draw < draws; ++draw) parameters[p].push_back(run.thetas[draw][p]);
    }
  }
  return goal_rule_(parameters, draws);
}

void Fit::sample_chain(std::size_t chain, std::size_t goal) {
  Run& run = runs_[chain];
  while (run.draws < goal) {
    std::optional<bool> accepted = false;
    while (run.iterations < settling_ + (run.draws + 1) * settings_.thin) {
      accepted = iterate(run);
      if (!accepted) return;
    }
    store_.keep_draw(chain, run.draws, run.state, std::exchange(run.way, {}));
    if (goal_rule_) run.thetas.push_back(model_.space().natural(run.state.log_theta));
    ++run.draws;
    tell({chain, ChainPhase::sampling, run.draws, settings_.most_draws(), *accepted, run.state.log_theta});
  }
}

std::optional<bool> Fit::iterate(Run& run) {
  if (stopped()) return std::nullopt;
  const DrawVectors vectors = run.iterations < settling_ ? run.settles_with : DrawVectors::now;
  const StepInfo info = run.chain->step(run.state, run.iterations + 1, *proposal_, vectors);
  if (info.stopped) return std::nullopt;
  ++run.iterations;
  run.way.moved = run.way.moved || info.accepted;
  run.way.accepted = info.accepted;
  if (info.broke_down) ++run.way.broken;
  return info.accepted;
}

void Fit::tell(const ChainProgress& progress) {
  if (context_.observer == nullptr) return;
  const std::scoped_lock lock(observer_mutex_);
  context_.observer->chain_progress(progress);
}

FitOutcome run_fit(const Dataset& data, const Model& model, const FitSettings& settings, FitStore& store,
                   const RunContext& context, const GoalRule& goal_rule) {
  Fit fit(data, model, settings, store, context, goal_rule);
  while (fit.advance()) {
  }
  return fit.outcome();
}

}  // namespace lehr

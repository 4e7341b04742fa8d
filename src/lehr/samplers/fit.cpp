#include <lehr/samplers/fit.hpp>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <memory>
#include <mutex>
#include <utility>

#include <lehr/base/errors.hpp>
#include <lehr/base/parallel.hpp>
#include <lehr/samplers/target.hpp>

namespace lehr {
namespace {

class Fit {
 public:
  Fit(const Dataset& data, const Model& model, const FitSettings& settings, FitStore& store, const RunContext& context)
      : data_(data),
        model_(model),
        settings_(settings),
        store_(store),
        context_(context),
        method_(choose_chain_method(settings.evidence, model.likelihood(), data.rows)) {}

  FitOutcome run() {
    try {
      const std::vector<WarmUpWalk> walks = warm_up_all();
      const Learned learned = learn(walks);
      freeze(learned);
      learn_sites(learned.path);
      sample_all(walks);
    } catch (const Interrupted&) {
      outcome_.interrupted = true;
    }
    outcome_.broken_proposals = broken_proposals_;
    return outcome_;
  }

 private:
  std::vector<WarmUpWalk> warm_up_all() {
    const Sampler& sampler = samplers::named(settings_.sampler);
    const std::vector<std::size_t> rounds =
        sampler.warm_up_rounds(model_.parameter_count(), settings_.chains, settings_.warmup);
    const std::size_t evaluations =
        sampler.warm_up_evaluations(model_.parameter_count(), settings_.chains, settings_.warmup);
    const Approximation& approximation = tuning_approximation(settings_.tune_on);
    std::vector<WarmUpWalk> walks;
    for (std::size_t c = 0; c < settings_.chains; ++c)
      walks.emplace_back(model_.parameter_count(), settings_.evidence.seed, c);
    for (const std::size_t round : rounds) {
      std::unique_ptr<Proposal> proposal;
      std::string not_yet;
      if (!walks.front().points().empty()) proposal = sampler.freeze(learn(walks), not_yet);
      for_each_block(settings_.chains, context_.threads, [&](std::size_t chain) {
        DeterministicTarget target(data_, model_, approximation);
        const auto evaluate = [&](std::span<const double> log_theta) {
          const std::size_t index = walks[chain].points().size() - 1;
          tell({chain, ChainPhase::warm_up, index, evaluations, false, log_theta});
          std::optional<double> value = store_.known_evaluation(chain, index);
          if (!value) {
            value = target.log_density(log_theta).value_or(-std::numeric_limits<double>::infinity());
            store_.keep_evaluation(chain, index, *value);
          }
          return *value;
        };
        if (proposal) {
          walks[chain].follow(*proposal, round, evaluate);
        } else {
          walks[chain].walk(model_, round, evaluate);
        }
        walks[chain].check_start();
      });
    }
    return walks;
  }

  void freeze(const Learned& learned) {
    outcome_.sampler = settings_.sampler;
    proposal_ = samplers::named(outcome_.sampler).freeze(learned, outcome_.fallback_reason);
    if (!proposal_) {
      outcome_.sampler = "metropolis";
      std::string none;
      proposal_ = samplers::named(outcome_.sampler).freeze(learned, none);
    }
    settling_ = samplers::named(outcome_.sampler).settling_iterations();
  }

  /// Finds sites at points of the path, for the sweeps of all estimates to begin with; unless the user said how many
  /// sweeps there are to be.
  void learn_sites(const std::vector<std::vector<double>>& path) {
    const bool asked = settings_.evidence.ep_sweeps.has_value() || settings_.evidence.ep_converged;
    const std::size_t count = LearnedSites::points_needed(model_.parameter_count());
    if (method_.estimator == nullptr || !method_.approximation.sweeps() || asked || path.size() < count) return;
    constexpr int kSweepsToLearn = 8;
    const EvidenceMethod method{method_.approximation, kSweepsToLearn, nullptr, {}};
    std::vector<std::vector<double>> points;
    for (std::size_t i = 0; i < count; ++i) points.push_back(path[i * path.size() / count]);
    std::vector<Sites> sites(count);
    for_each_block(count, context_.threads, [&](std::size_t i) {
      if (context_.stop.stop_requested()) throw Interrupted();
      EvidenceAtTheta at_theta;
      if (at_theta.prepare(data_, model_, model_.parameters(points[i]), method)) sites[i] = at_theta.posterior().sites;
    });
    method_.learned = std::make_shared<LearnedSites>(points, sites);
    outcome_.learned_sites = method_.learned;
  }

  /// A chain on its way.
  struct Run {
    std::unique_ptr<PseudoMarginalChain> chain;
    ChainState state;
    std::size_t draws = 0;  // kept
  };

  void sample_all(const std::vector<WarmUpWalk>& walks) {
    std::vector<Run> runs(settings_.chains);
    for_each_block(settings_.chains, context_.threads,
                   [&](std::size_t chain) { runs[chain] = start(chain, walks[chain]); });
    // In rounds, so that chains which share a thread are about equally far whenever the run is interrupted.
    const std::size_t round = std::max<std::size_t>(10, settings_.draws / 50);
    for (std::size_t goal = round; goal < settings_.draws + round; goal += round) {
      for_each_block(settings_.chains, context_.threads,
                     [&](std::size_t chain) { sample_until(std::min(goal, settings_.draws), chain, runs[chain]); });
    }
  }

  Run start(std::size_t chain_index, const WarmUpWalk& walk) {
    const int threads = std::max(1, context_.threads / static_cast<int>(settings_.chains));
    const ChainSetup setup{.data = data_,
                           .model = model_,
                           .method = method_,
                           .samples = static_cast<std::size_t>(settings_.evidence.importance_samples),
                           .seed = settings_.evidence.seed,
                           .chain = chain_index,
                           .keep_latents = settings_.keep_latents,
                           .threads = threads};
    Run run{std::make_unique<PseudoMarginalChain>(setup), {}, 0};
    if (std::optional<FitStore::Kept> kept = store_.known_draws(chain_index)) {
      run.draws = kept->draws;
      run.state = std::move(kept->last);
    } else {
      run.state = settled(*run.chain, chain_index, walk.path().back().log_theta);
    }
    tell({chain_index, ChainPhase::sampling, run.draws, settings_.draws, false, run.state.log_theta});
    return run;
  }

  ChainState settled(PseudoMarginalChain& chain, std::size_t chain_index, const std::vector<double>& log_theta) {
    std::optional<ChainState> state = chain.start(log_theta);
    if (!state) throw RunError("the evidence cannot be estimated where warm-up ended; try another estimator");
    for (std::uint64_t iteration = 1; iteration <= settling_; ++iteration) {
      const bool accepted = step(chain, *state, iteration);
      tell({chain_index, ChainPhase::settling, iteration, settling_, accepted, state->log_theta});
    }
    return std::move(*state);
  }

  void sample_until(std::size_t goal, std::size_t chain_index, Run& run) {
    while (run.draws < goal) {
      bool accepted = false;
      bool moved = false;
      for (std::size_t i = 1; i <= settings_.thin; ++i) {
        if (context_.stop.stop_requested()) throw Interrupted();
        accepted = step(*run.chain, run.state, settling_ + run.draws * settings_.thin + i);
        moved = moved || accepted;
      }
      store_.keep_draw(chain_index, run.draws, run.state, moved, accepted);
      ++run.draws;
      tell({chain_index, ChainPhase::sampling, run.draws, settings_.draws, accepted, run.state.log_theta});
    }
  }

  bool step(PseudoMarginalChain& chain, ChainState& state, std::uint64_t iteration) {
    const StepInfo info = chain.step(state, iteration, *proposal_);
    if (info.broke_down) ++broken_proposals_;
    return info.accepted;
  }

  void tell(const ChainProgress& progress) {
    if (context_.stop.stop_requested()) throw Interrupted();
    if (context_.observer == nullptr) return;
    const std::scoped_lock lock(observer_mutex_);
    context_.observer->chain_progress(progress);
  }

  const Dataset& data_;
  const Model& model_;
  const FitSettings& settings_;
  FitStore& store_;
  const RunContext& context_;
  EvidenceMethod method_;
  std::unique_ptr<Proposal> proposal_;
  std::size_t settling_ = 0;
  FitOutcome outcome_;
  std::atomic<std::size_t> broken_proposals_{0};
  std::mutex observer_mutex_;
};

}  // namespace

FitOutcome run_fit(const Dataset& data, const Model& model, const FitSettings& settings, FitStore& store,
                   const RunContext& context) {
  return Fit(data, model, settings, store, context).run();
}

}  // namespace lehr

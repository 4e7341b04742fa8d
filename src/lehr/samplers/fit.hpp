#pragma once

#include <cstddef>
#include <functional>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include <lehr/base/observer.hpp>
#include <lehr/data/dataset.hpp>
#include <lehr/model/model.hpp>
#include <lehr/samplers/chain.hpp>
#include <lehr/samplers/fit_store.hpp>
#include <lehr/samplers/settings.hpp>
#include <lehr/samplers/warm_up_evaluations.hpp>

namespace lehr {

struct FitOutcome {
  std::string sampler;                                          // that was used
  std::string fallback_reason;                                  // why it is not the one that was asked for; else empty
  bool interrupted = false;                                     // before all was done; what was sampled is kept
  std::size_t warmup_evaluations = 0;                           // of all chains together
  std::shared_ptr<const LearnedSites> learned_sites = nullptr;  // of the estimates
  std::shared_ptr<const Surrogate> emulator = nullptr;          // of the proposals, where they come from one
  std::optional<bool> goal_reached = {};                        // nothing without a goal
};

/// Whether draws are enough, a function of nothing else: of parameter p the values [chain * draws + draw], each chain
/// with as many. An empty one stands for no goal.
using GoalRule = std::function<bool(const std::vector<std::vector<double>>& parameters, std::size_t draws)>;

/// The draws of each chain at which a rule is asked: 100, then a quarter more each time; the last is `most`. The next
/// one that is at least `draws`. Fixed lengths, so that neither threads nor interrupts change where a run ends.
std::size_t next_look(std::size_t draws, std::size_t most);

/// Whether a fit learns sites for its estimates to begin with: unless the user said how many sweeps there are to be.
bool learns_sites(const FitSettings& settings, const EvidenceMethod& method);

/// In the order in which a fit goes through them.
enum class FitPhase { warm_up, learning, starting, sampling, finished };

/// A fit that its caller takes forward step by step: warm-up of all chains, one frozen proposal learned from them
/// together, then the chains, in parallel. No draw depends on the number of threads, nor on where a run was stopped and
/// resumed. Data, model and store must outlive it.
class Fit {
 public:
  /// With a rule, it ends at the first look at which that is met.
  Fit(const Dataset& data, const Model& model, FitSettings settings, FitStore& store, RunContext context,
      GoalRule goal_rule = {});

  FitPhase phase() const { return phase_; }

  /// A step: warm-up, what all chains learned, the beginning of all chains, or a round of draws. It makes at
  /// most `evaluations` of warm-up that the store does not know, of all chains together. A stop request ends it early.
  /// The next step goes on where this one ended. False when all is done, and when a stop was requested.
  bool advance(std::size_t evaluations = kAll);

  FitOutcome outcome() const;

  static constexpr std::size_t kAll = std::numeric_limits<std::size_t>::max();

 private:
  /// A chain on its way.
  struct Run {
    std::unique_ptr<PseudoMarginalChain> chain;
    ChainState state;
    std::uint64_t iterations = 0;  // done, those that let the chain settle among them
    DrawVectors settles_with = DrawVectors::later;
    bool ready = false;                       // to sample: it has settled
    std::size_t draws = 0;                    // kept
    FitStore::Way way;                        // from the last kept draw on
    std::vector<std::vector<double>> thetas;  // of each draw, where there is a rule
  };

  bool stopped() const { return context_.stopped(); }
  void tell(const ChainProgress& progress);

  // The steps, each true when its phase is over.
  bool warm_up(std::size_t evaluations);
  bool learn();
  bool start();
  bool sample();

  /// What the rule says of the first `draws` of each chain.
  bool meets_goal(std::size_t draws) const;
  void freeze();
  bool learn_sites();
  void start_chain(std::size_t chain);
  void sample_chain(std::size_t chain, std::size_t goal);
  /// The chain of that number, where it goes on from. False when it was stopped.
  bool begin(std::size_t chain);
  /// Whether it was accepted; empty where it was stopped, and the iteration is still to be made.
  std::optional<bool> iterate(Run& run);

  const Dataset& data_;
  const Model& model_;
  FitSettings settings_;
  FitStore& store_;
  RunContext context_;
  GoalRule goal_rule_;
  EvidenceMethod method_;
  FitPhase phase_ = FitPhase::warm_up;

  WarmUpEvaluations evaluations_;
  std::size_t expected_evaluations_;  // of each chain
  std::optional<Learned> learned_;    // by warm-up

  std::unique_ptr<Proposal> proposal_;
  std::size_t settling_ = 0;  // iterations before the first kept draw
  std::vector<Run> runs_;     // of each chain
  std::size_t look_ = 0;      // draws of each chain at the next look; 0 before sampling
  FitOutcome outcome_;
  std::mutex observer_mutex_;
};

/// A whole fit, in one call; or as much as is done when a stop is requested.
FitOutcome run_fit(const Dataset& data, const Model& model, const FitSettings& settings, FitStore& store,
                   const RunContext& context, const GoalRule& goal_rule = {});

}  // namespace lehr

#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <lehr/base/observer.hpp>
#include <lehr/data/dataset.hpp>
#include <lehr/model/model.hpp>
#include <lehr/samplers/chain.hpp>
#include <lehr/samplers/settings.hpp>

namespace lehr {

/// Where a fit puts what it finds, and where a resumed one looks up what is already there. Calls come from several
/// threads, but those about one chain from one thread at a time.
class FitStore {
 public:
  virtual ~FitStore() = default;

  /// The value of warm-up evaluation `index` of a chain, if it is known from before.
  virtual std::optional<double> known_evaluation(std::size_t chain, std::size_t index) const = 0;
  virtual void keep_evaluation(std::size_t chain, std::size_t index, double log_density) = 0;

  /// How many draws of a chain are kept already, and the state at the last of them.
  struct Kept {
    std::size_t draws = 0;
    ChainState last;
  };
  virtual std::optional<Kept> known_draws(std::size_t chain) const = 0;
  /// `moved`: the state differs from that of the draw before; `accepted`: the last iteration did.
  virtual void keep_draw(std::size_t chain, std::size_t draw, const ChainState& state, bool moved, bool accepted) = 0;
};

struct FitOutcome {
  std::string sampler;                                          // that was used
  std::string fallback_reason;                                  // why it is not the one that was asked for; else empty
  bool interrupted = false;                                     // stopped on request; what was sampled is kept
  std::size_t broken_proposals = 0;                             // rejected because the numbers broke down there
  std::shared_ptr<const LearnedSites> learned_sites = nullptr;  // that the estimates began with
};

/// Samples the posterior: warm-up of all chains, one frozen proposal learned from them together, then the chains, in
/// parallel. No draw depends on the number of threads, nor on where a run was interrupted and resumed.
FitOutcome run_fit(const Dataset& data, const Model& model, const FitSettings& settings, FitStore& store,
                   const RunContext& context);

}  // namespace lehr

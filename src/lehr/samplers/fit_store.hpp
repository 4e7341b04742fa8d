#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include <lehr/samplers/chain_state.hpp>

namespace lehr {

/// Where a fit puts what it finds, and where a resumed one looks up what is already there. Calls come from several
/// threads, but those about one chain from one thread at a time.
class FitStore {
 public:
  virtual ~FitStore() = default;

  /// What evaluation `index` of a chain's share of warm-up found, if it is known from before: the log density, then its
  /// slope where one was asked for (-infinity where there is none).
  virtual std::optional<std::vector<double>> known_evaluation(std::size_t chain, std::size_t index) const = 0;
  virtual void keep_evaluation(std::size_t chain, std::size_t index, std::span<const double> found) = 0;

  /// How many draws of a chain are kept already, and the state at the last of them.
  struct Kept {
    std::size_t draws = 0;
    ChainState last;
    std::vector<std::vector<double>> log_thetas = {};  // of each of them, for a fit that looks at a goal
  };
  virtual std::optional<Kept> known_draws(std::size_t chain) const = 0;

  /// How a chain came from one kept draw to the next.
  struct Way {
    bool moved = false;      // the state differs from that of the draw before
    bool accepted = false;   // the last iteration did
    std::size_t broken = 0;  // iterations whose proposal was rejected because the numbers broke down there
  };
  virtual void keep_draw(std::size_t chain, std::size_t draw, const ChainState& state, const Way& way) = 0;
};

}  // namespace lehr

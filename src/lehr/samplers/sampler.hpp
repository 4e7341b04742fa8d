#pragma once

#include <cstddef>
#include <memory>
#include <numeric>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <lehr/samplers/proposal.hpp>
#include <lehr/samplers/warm_up.hpp>

namespace lehr {

/// A rule that turns what warm-up learned into a proposal. The chain around it (samplers/chain.hpp) is the same for
/// all: an unbiased estimate, kept until it is replaced, makes every one of them exact. To add one, write one file:
/// docs/how-to-add.md.
class Sampler {
 public:
  virtual ~Sampler() = default;
  virtual std::string_view name() const = 0;
  virtual std::string_view formula() const = 0;

  /// Evaluations of the deterministic target that the warm-up of each of the chains should make, at most `most` in all,
  /// in rounds: in the first a chain walks, in a later one it moves by the proposal learned from all chains before it.
  virtual std::vector<std::size_t> warm_up_rounds(std::size_t parameters, std::size_t chains,
                                                  std::size_t most) const = 0;
  std::size_t warm_up_evaluations(std::size_t parameters, std::size_t chains, std::size_t most) const {
    const std::vector<std::size_t> rounds = warm_up_rounds(parameters, chains, most);
    return std::accumulate(rounds.begin(), rounds.end(), std::size_t{0});
  }

  /// Iterations of each chain between warm-up and its first kept draw, to get from the deterministic stand-in's
  /// posterior to the exact one.
  virtual std::size_t settling_iterations() const = 0;

  /// The share of its draws that is expected to be effective: for telling how long a run will take, and nothing else.
  /// That of a random walk.
  virtual double expected_effective_share(std::size_t parameters) const {
    return 0.2 / static_cast<double>(parameters);
  }

  /// Bytes that it takes to learn from so many evaluations, of all chains together: for telling that too.
  virtual double learning_bytes(std::size_t /*evaluations*/) const { return 0; }

  /// Freezes a proposal. Empty, with the reason in `reason`, where this sampler would do badly.
  virtual std::unique_ptr<Proposal> freeze(const Learned& learned, std::string& reason) const = 0;
};

namespace samplers {

/// Every sampler there is, in the order of their names.
std::span<const Sampler* const> all();

/// The sampler of that name; a UsageError names the others.
const Sampler& named(std::string_view name);

}  // namespace samplers
}  // namespace lehr

#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <lehr/samplers/proposal.hpp>
#include <lehr/samplers/warm_up.hpp>
#include <lehr/samplers/warm_up_walk.hpp>

namespace lehr {

/// A rule that turns what warm-up learned into a proposal. The chain around it (samplers/chain.hpp) is the same for
/// all: an unbiased estimate, kept until it is replaced, makes every one of them exact. To add one, write one file:
/// docs/how-to-add.md.
class Sampler {
 public:
  virtual ~Sampler() = default;
  virtual std::string_view name() const = 0;
  virtual std::string_view formula() const = 0;

  /// Warm-up: learns about the deterministic target for all chains together. Empty where it was stopped; made again
  /// from what is known it goes the same way.
  virtual std::optional<Learned> learn(const WarmUpPlan& plan, const Evaluate& evaluate) const {
    return learn_by_walking(plan, evaluate);
  }
  /// Whether it asks for the slope of the target as well.
  virtual bool learns_from_slopes(std::size_t /*parameters*/) const { return false; }

  /// Evaluations, for each chain, that warm-up is expected to make: for telling how long a run will take.
  virtual std::size_t expected_evaluations(std::size_t /*parameters*/, std::size_t /*chains*/, std::size_t most) const {
    return most;
  }

  /// Iterations of each chain between warm-up and its first kept draw, to get from the deterministic stand-in's
  /// posterior to the exact one.
  virtual std::size_t settling_iterations() const = 0;

  /// The share of its draws that is expected to be effective: for telling how long a run will take, and nothing else.
  /// That of a random walk.
  virtual double expected_effective_share(std::size_t parameters) const {
    return 0.2 / static_cast<double>(parameters);
  }

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

#pragma once

#include <array>
#include <cstdint>
#include <limits>

namespace lehr {

/// What a stream's numbers are for. Two purposes never share a number; a new purpose takes a new value.
enum class Purpose : std::uint64_t {
  simulation = 1,
  particle_draws = 2,
  particle_moves = 3,
  particle_pick = 4,
  latent = 5,
  warm_up = 6,
  proposal = 7,
  acceptance = 8,
  tuning = 9,
  renewal = 10,
  timing = 11,
  model_evidence = 16,
  relevance = 17,
};

/// Which stream: every choice of these numbers is an independent stream of its own. Keyed by what the numbers are for
/// and never by thread, so that no result depends on how the work was split.
struct StreamKey {
  std::uint64_t seed;
  Purpose purpose;
  std::uint64_t chain = 0;
  std::uint64_t iteration = 0;
  std::uint64_t particle = 0;
};

/// A counter-based stream of 64-bit words: Philox4x64-10 of Random123, key (seed, purpose), counter (position,
/// particle, iteration, chain). Creating one costs nothing. Meets the standard's uniform random bit generator.
class Stream {
 public:
  using result_type = std::uint64_t;

  explicit Stream(const StreamKey& key);

  static constexpr result_type min() { return 0; }
  static constexpr result_type max() { return std::numeric_limits<result_type>::max(); }
  result_type operator()() {
    if (next_ == words_.size()) refill();
    return words_[next_++];
  }

 private:
  void refill();

  std::array<std::uint64_t, 2> key_;
  std::array<std::uint64_t, 4> counter_;
  std::array<std::uint64_t, 4> words_{};
  std::size_t next_ = 4;
};

}  // namespace lehr

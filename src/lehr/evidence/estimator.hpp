#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string_view>

#include <lehr/evidence/ladder.hpp>
#include <lehr/linalg/types.hpp>
#include <lehr/random/stream.hpp>
#include <lehr/sites/approximation.hpp>

namespace lehr {

/// Which particles: particle p of repeat r, or of a chain with the random numbers of iteration r, draws from the stream
/// (seed, purpose, chain, r, p) and from no other. A particle's numbers do not depend on which others run beside it.
struct ParticleKey {
  std::uint64_t seed = 1;
  std::uint64_t chain = 0;
  std::uint64_t iteration = 0;
  std::uint64_t particle = 0;

  StreamKey stream(Purpose purpose) const { return {seed, purpose, chain, iteration, particle}; }
};

/// Everything that is shared by all particles at one theta. The prepared estimator refers to all of it.
struct EstimatorInput {
  LatentProblem problem;
  const SitePosterior& posterior;
  const Ladder& ladder;
  std::stop_token stop = {};  // asked while particles run
};

/// An estimator made ready for one theta. exp(log_weight) of each particle is an unbiased estimate of p(y | theta).
class PreparedEstimator {
 public:
  virtual ~PreparedEstimator() = default;

  /// How many particles to run at once: a function of the problem's size only, never of the number of threads, because
  /// the width of a matrix product changes its rounding.
  virtual std::size_t block_size() const = 0;

  /// Runs keys.size() particles. Their log weights, and in the columns of `ends` where each ended. Both mean nothing
  /// after a stop request.
  virtual void run(std::span<const ParticleKey> keys, std::span<double> log_weights, Matrix& ends) const = 0;

  /// The variance of the noise that the values have where a particle ends: 0 where they are those of f.
  virtual double noise() const = 0;
  /// The state of a posterior draw (f, or t = f + noise where the likelihood has noise) from where a particle ended.
  virtual Vector state(const Vector& end, Stream& stream) const = 0;
  /// f at the rows, from where a particle ended. Empty when the numbers break down.
  virtual std::optional<Vector> latent(const Vector& end, Stream& stream) const = 0;
  /// A^-1 state (Regression::alpha), where the estimator has a factor of A at hand.
  virtual std::optional<Vector> alpha(const Vector& /*state*/) const { return std::nullopt; }
};

/// A rule for unbiased estimates of p(y | theta). To add one, write one file: docs/how-to-add.md.
class Estimator {
 public:
  virtual ~Estimator() = default;
  virtual std::string_view name() const = 0;
  /// A second name that users may give it.
  virtual std::string_view other_name() const { return {}; }
  virtual std::string_view formula() const = 0;

  /// Whether a particle begins as a draw from q, which takes the factors of K and of B. Else the sites are enough, and
  /// neither is made.
  virtual bool draws_from_sites() const = 0;
  /// Whether chains keep its random numbers: with the same ones its estimates at thetas near each other are alike.
  virtual bool follows_theta() const { return false; }
  /// Whether it anneals, that is, whether the number of temperatures and the ladder mean anything to it.
  virtual bool uses_ladder() const { return false; }

  /// Makes what the particles share; null when the numbers break down. `memory` is what it prepared at an earlier
  /// theta: its memory may be used again, never its contents.
  virtual std::unique_ptr<PreparedEstimator> prepare(const EstimatorInput& input,
                                                     std::unique_ptr<PreparedEstimator> memory = nullptr) const = 0;
};

namespace estimators {

/// Every estimator there is, in the order of their names.
std::span<const Estimator* const> all();

/// The estimator of that name, or other name; a UsageError names those there are.
const Estimator& named(std::string_view name);

}  // namespace estimators
}  // namespace lehr

#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <lehr/linalg/types.hpp>
#include <lehr/parameters/parameter_space.hpp>

namespace lehr {

/// From what the vectors of a state are drawn.
struct UndrawnVectors {
  Vector end;               // of the particle that was picked
  std::uint64_t iteration;  // that was accepted, whose random numbers they are drawn with
};

/// Where a pseudo-marginal chain is. The estimate belongs to the state: it is kept until the state is replaced and
/// never computed again, or the chain would have another target.
struct ChainState {
  std::vector<double> log_theta;
  double log_prior = 0;            // of log theta, with the Jacobian
  double log_estimate = 0;         // of p(y | theta)
  std::uint64_t numbers_from = 0;  // the iteration whose random numbers the estimate's particles are made of
  Vector state;                    // t where the likelihood has noise, else f: predictions follow from it
  Vector latent;                   // f, where it is kept and is not the state
  Vector alpha;                    // A^-1 state (Regression::alpha), which spares predictions a factorisation
  std::optional<UndrawnVectors> undrawn = std::nullopt;  // while these three are not there: no such state is kept
};

/// A state as numbers, wherever it is kept or sent: log prior, log estimate, the iteration of its random numbers, the
/// sizes of log theta, state, latent and alpha, then these four.
std::vector<double> pack(const ChainState& state);

/// The same state, to the last bit. An InputError, which calls the source `name`, for numbers that no chain with these
/// parameters has packed.
ChainState unpack(std::span<const double> numbers, const ParameterSpace& space, const std::string& name);

}  // namespace lehr

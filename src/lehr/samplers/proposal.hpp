#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <lehr/random/stream.hpp>

namespace lehr {

/// A proposed log theta.
struct Proposed {
  std::vector<double> log_theta;
  double log_correction;  // log of the reverse over the forward proposal density, added to the log acceptance ratio
};

/// A frozen proposal: a function of where the chain is, of the iteration and of the stream alone.
class Proposal {
 public:
  virtual ~Proposal() = default;
  virtual Proposed propose(std::span<const double> log_theta, std::uint64_t iteration, Stream& stream) const = 0;
};

}  // namespace lehr

#pragma once

#include <span>
#include <vector>

#include <lehr/linalg/types.hpp>
#include <lehr/random/stream.hpp>

namespace lehr {

/// A Gaussian step in log theta: l' = l + scale * factor * N(0, I), symmetric.
struct RandomWalk {
  Matrix factor;  // lower triangle: factor factor' is the shape of the target
  double scale;

  /// log of the volume of a step.
  double log_volume() const;

  std::vector<double> step(std::span<const double> log_theta, Stream& stream) const;
};

}  // namespace lehr

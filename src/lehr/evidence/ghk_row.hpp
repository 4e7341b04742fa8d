#pragma once

#include <cstddef>
#include <span>

#include <lehr/evidence/estimator.hpp>
#include <lehr/linalg/types.hpp>

namespace lehr {

/// One row of GHK in all particles. Before its turn the row's latent value has, in a particle, the Gaussian law
/// N(mean, v) that its own site (w, nu) is part of. Its turn takes the site out,
///   b = 1 - w v,  vc = v / b,  mc = (mean - v nu) / b,
/// draws the noisy value t ~ N(mc, vc + noise) truncated to y t > 0, and adds to the log weight
///   log Phi(y mc / sqrt(vc + noise)) - log(b) / 2 + (w mean^2 - 2 nu mean + v nu^2) / (2 b).
struct GhkRow {
  static constexpr std::size_t kMostParticles = 32;

  double y;
  double precision;  // w
  double shift;      // nu
  double variance;   // v
  double noise;      // 1 where the law is that of f, 0 where it is already that of t

  /// `values` gets t in each particle, by inversion: a monotone function of the uniform number, whose log is given.
  void draw(std::span<const double> means, std::span<const double> log_numbers, std::span<double> log_weights,
            std::span<double> values) const;
};

/// The log of a uniform number for every particle (row of the result) and row of the data (column). A row of the data
/// has the same ones whatever its place in the order, so that at another theta the particles draw alike.
Matrix log_uniforms(std::span<const ParticleKey> keys, Index rows);

}  // namespace lehr

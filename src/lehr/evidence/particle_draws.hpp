#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include <lehr/evidence/estimator.hpp>
#include <lehr/linalg/types.hpp>

namespace lehr {

/// Draws of N(0, Sigma), `each` for every particle, from its own stream and in one matrix product: draw d of particle p
/// is in column d * keys.size() + p.
Matrix draw_for_particles(const SitePosterior& posterior, std::span<const ParticleKey> keys, std::size_t each);

}  // namespace lehr

#pragma once

#include <lehr/linalg/types.hpp>
#include <lehr/random/stream.hpp>
#include <lehr/sites/approximation.hpp>

namespace lehr {

/// A point of an annealed chain and its tilt.
struct SlicePoint {
  Vector f;
  double h = 0;  // tilt(f)
};

/// One elliptical slice move (Murray, Adams & MacKay 2010) that leaves q(f) exp(beta h(f)) invariant, q = N(mu, Sigma).
/// The ellipse mu + (f - mu) cos a + z sin a runs through f and through a draw z ~ N(0, Sigma). Only the likelihood
/// beta h enters the slice, never the density of q, and the mean is subtracted before the rotation. O(n) per shrink.
/// Returns the number of shrinks. `proposal` is scratch of the size of f.
int elliptical_slice_move(const LatentProblem& problem, const SitePosterior& q, double beta,
                          const Eigen::Ref<const Vector>& z, Stream& stream, SlicePoint& point, Vector& proposal);

}  // namespace lehr

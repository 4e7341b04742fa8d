#pragma once

#include <optional>
#include <span>

#include <lehr/linalg/types.hpp>
#include <lehr/random/stream.hpp>
#include <lehr/sites/approximation.hpp>

// Two views of one posterior draw. A probit label is the sign of t = f + e, e ~ N(0, 1): from a draw of f given the
// labels follows an exact draw of t, and the other way round (evidence/ghk.cpp).
namespace lehr {

/// f from the Gaussian approximation with these sites, for chains that run on its own evidence.
std::optional<Vector> draw_latent_from_sites(const Covariance& covariance, Sites sites, Stream& stream);

/// t given f and the labels: f_i plus a standard normal, truncated to the side of y_i.
Vector draw_noisy_latent(std::span<const double> y, const Vector& latent, Stream& stream);

}  // namespace lehr

#pragma once

#include <string_view>

#include "support/latent_case.hpp"

// Conditions under which a moment of the weights is finite. A test in standard errors means nothing without the second;
// with the fourth the mean of a few thousand weights is close to normal too.
//
// Where the moment of the weights themselves is infinite, that of the weights in a window may be finite: see Window.
namespace lehr {

/// The factor exp(-precision |state|^2 / 2) at the end of a particle's path. It takes away the far tails of the
/// weights, and E[weight window(state)] is still known, because the window is one more Gaussian factor of the prior.
struct Window {
  double precision = 0;  // 0: no window
};

/// With log p(y | f) <= 0 moment p of the weight of importance sampling, in a window of precision a, is finite if
/// K^-1 - (p - 1) W + p a I is positive definite. That is, if L' ((p - 1) W - p a I) L has no eigenvalue above 1.
///
/// Annealing is asked for the same. A step from beta_{j+1} to beta_j, made in q exp(beta_{j+1} h), would ask for less:
/// K^-1 + W - (beta_{j+1} + p (beta_j - beta_{j+1})) W. But an elliptical slice move far out, where h grows like
/// f'Wf / 2, has to stay where h is no smaller than before but for an exponential variable, and goes only about 1 / |f|
/// far. So a path that begins far out in q ends there, with the weight of importance sampling.
bool annealing_has_finite_moment(double moment, const LatentCase& latent, const Sites& sites,
                                 const Window& window = {});

/// Look-ahead draws t_i from N(mc_i, vc_i) times the response's density, of mass Z_i. It has the weight
/// const prod_i Z_i exp(w~_i m_i^2 / (2 b_i) + linear), where m = (Lt - D) Lt^-1 t + const and mc = m / b + const.
/// With densities of at most 1 its moment p in a window of precision a is finite if
///   sum_i (t_i - mc_i)^2 / vc_i - p w~_i m_i^2 / b_i + p a t_i^2   is positive definite in t.
bool look_ahead_has_finite_moment(double moment, const LatentCase& latent, const SitePosterior& posterior,
                                  const Window& window = {});

/// The Gaussian likelihood falls off on both sides, so that the conditions above hold for it all the more.
bool has_finite_moment(double moment, std::string_view estimator, const LatentCase& latent,
                       const SitePosterior& posterior, const Window& window = {});

/// The widest window, from none downwards, in which the moment is finite.
Window widest_window(double moment, std::string_view estimator, const LatentCase& latent,
                     const SitePosterior& posterior);

}  // namespace lehr

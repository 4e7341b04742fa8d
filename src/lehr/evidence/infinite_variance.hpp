#pragma once

#include <optional>
#include <stop_token>

#include <lehr/sites/approximation.hpp>

namespace lehr {

/// Whether the weights of annealing from these sites have infinite variance, where `last_step` = beta_0 - beta_1 is the
/// ladder's step into the posterior (1 for importance sampling).
///
/// The second moment of the weight is finite only if q exp((1 + last_step) h) is integrable. Far out, -log p(y | f)
/// grows like c f^2 / 2 with c the likelihood's tail curvature on that side (probit: 1 on the wrong side, 0 on the
/// right one). So the integral diverges if for some direction f
///   f' (K^-1 - last_step W + (1 + last_step) C(f)) f < 0.
/// Looks for such a direction from the mean of q by a power iteration, O(n^2) a step: true is a proof, false is not.
/// Empty after a stop request.
std::optional<bool> has_infinite_variance(const LatentProblem& problem, const SitePosterior& posterior,
                                          double last_step, const std::stop_token& stop = {});

}  // namespace lehr

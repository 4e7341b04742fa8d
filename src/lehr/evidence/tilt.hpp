#pragma once

#include <span>

#include <lehr/sites/approximation.hpp>

namespace lehr {

/// h(f) = sum_i log p(y_i | f_i) - nu_i f_i + w_i f_i^2 / 2, the whole difference between q and the posterior:
///   p(y | theta) = Zq E_q[exp h(f)]   for any sites, and   q(f) exp h(f) = p(y | f) p(f | theta) / Zq.
/// K^-1 has cancelled, so it costs O(n). Every estimator on sites is an average of exp h or of its powers.
double tilt(const LatentProblem& problem, const Sites& sites, std::span<const double> f);

}  // namespace lehr

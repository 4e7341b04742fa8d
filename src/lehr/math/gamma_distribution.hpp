#pragma once

// The Gamma distribution with rate 1, on the scale of l = log x.
namespace lehr {

/// P(log X <= l).
double log_gamma_cdf(double shape, double l);

/// The l with P(log X <= l) = probability, for 0 < probability < 1; finite where x itself underflows.
double log_gamma_quantile(double shape, double probability);

}  // namespace lehr
